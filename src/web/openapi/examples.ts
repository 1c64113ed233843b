import examples from '#web/openapi/examples.json'

/**
 * A request of a test and its response, which is null if the test measures a refusal. `npm run api` records one of each operation from
 * test/routes.
 */
export interface Example {
  path: string
  body?: unknown
  status: number
  response: unknown
}

/** By method and path: `GET /api/posts/:id`. */
export const EXAMPLES: Readonly<Record<string, Example>> = examples
