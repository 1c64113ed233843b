/**
 * Replaces the JSON Schema validator of `@modelcontextprotocol/server` (`alias` in wrangler.toml).
 * The validator checks the responses of clients, but this server sends no requests to clients. Its
 * own module fails here, because it reads `location` when it is loaded.
 */
export class DefaultJsonSchemaValidator {}
