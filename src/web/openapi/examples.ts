import examples from '#web/openapi/examples.json'

/**
 * A request of a test and its response, recorded by `npm run api` from test/routes. The response is
 * null if the test measures a refusal.
 */
export interface Example {
  path: string
  body?: unknown
  status: number
  response: unknown
}

/** The examples by method and path: `GET /api/posts/:id`. */
export const EXAMPLES: Readonly<Record<string, Example>> = examples
