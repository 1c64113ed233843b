/**
 * Replaces the JSON Schema validator of `@modelcontextprotocol/server` (`alias` in wrangler.toml).
 * It would check the answers of a client, and this server asks clients nothing. Its own module
 * reads `location` when it is loaded.
 */
export class DefaultJsonSchemaValidator {}
