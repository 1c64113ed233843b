import { test as base } from 'vitest'
import { type TestResponse, World } from '#test/world.ts'

export { expect } from 'vitest'

/**
 * The fixtures that most tests begin with. Vitest creates only those that a test names: `test('…',
 * async ({ world, member }) => {`.
 */
export const test = base
  .extend('world', () => new World())
  /** A browser without a session. */
  .extend('visitor', ({ world }) => world.visitor())
  /** A user without a session. */
  .extend('user', ({ world }) => world.user())
  .extend('member', ({ world }) => world.member())
  /** A member of level 1. */
  .extend('beginner', ({ world }) => world.member({ level: 1 }))
  .extend('verified', ({ world }) => world.member({ isVerified: true }))
  /** A member whose level allows writing. */
  .extend('writer', ({ world }) => world.member({ level: 2 }))
  /** The author of `post`. */
  .extend('author', ({ world }) => world.member())
  /** A member who did not write `post`. */
  .extend('reader', ({ world }) => world.member())
  /** An approved post. */
  .extend('post', ({ world, author }) => world.post({ author: author.user }))
  .extend('admin', ({ world }) => world.member({ role: 'admin' }))
  .extend('owner', ({ world }) => world.member({ role: 'owner' }))

/** The statuses of concurrent requests, in ascending order. */
export async function statusesOf(requests: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ status }) => status).toSorted()
}

/**
 * The status of a refused request with its invalid fields, or else with its error code: `[422,
 * 'email']`, `[409, 'email_taken']`.
 */
export async function refusalOf(
  request: TestResponse | Promise<TestResponse>,
): Promise<(number | string)[]> {
  const { status, json } = await request
  const { code, fields } = json?.error ?? {}
  return [status, ...(fields ? Object.keys(fields) : [code])]
}

/** The target of a redirect. */
export async function locationOf(
  request: TestResponse | Promise<TestResponse>,
): Promise<string | null> {
  return (await request).headers.get('location')
}

/** The status and the target of a redirect: `[303, '/login']`. */
export async function redirectOf(request: TestResponse | Promise<TestResponse>) {
  const { status, headers } = await request
  return [status, headers.get('location')]
}

/** The status and error code of a refused response, also if it names invalid fields. */
export function refusal({ status, json }: TestResponse): [number, string] {
  return [status, json?.error?.code]
}
