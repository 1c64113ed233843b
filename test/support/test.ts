import { test as base } from 'vitest'
import type { User } from '#db/schema/core.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import { type Client, type Member, type TestResponse, World } from '#test/world.ts'

export { expect } from 'vitest'

/** What most tests begin with. A test gets only what it names: `test('…', async ({ world, member }) => {`. */
interface Fixtures {
  world: World
  /** A browser without a session. */
  visitor: Client
  /** A user without a session. */
  user: User
  member: Member
  /** A member of level 1. */
  beginner: Member
  verified: Member
  /** A member whose level allows writing. */
  writer: Member
  /** The author of `post`. */
  author: Member
  /** A member who did not write `post`. */
  reader: Member
  /** An approved post. */
  post: PostRow
  admin: Member
  owner: Member
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of other fixtures from this pattern
  world: async ({}, use) => use(new World()),
  visitor: async ({ world }, use) => use(world.visitor()),
  user: async ({ world }, use) => use(await world.user()),
  member: async ({ world }, use) => use(await world.member()),
  beginner: async ({ world }, use) => use(await world.member({ level: 1 })),
  verified: async ({ world }, use) => use(await world.member({ isVerified: true })),
  writer: async ({ world }, use) => use(await world.member({ level: 2 })),
  author: async ({ world }, use) => use(await world.member()),
  reader: async ({ world }, use) => use(await world.member()),
  post: async ({ world, author }, use) => use(await world.post({ author: author.user })),
  admin: async ({ world }, use) => use(await world.member({ role: 'admin' })),
  owner: async ({ world }, use) => use(await world.member({ role: 'owner' })),
})

/** The statuses of concurrent requests, in ascending order. */
export async function statusesOf(requests: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ status }) => status).toSorted()
}

/** The status of a refused request with its invalid fields, or else with its error code: `[422, 'email']`, `[409, 'email_taken']`. */
export async function refusalOf(request: TestResponse | Promise<TestResponse>): Promise<(number | string)[]> {
  const { status, json } = await request
  const { code, fields } = json?.error ?? {}
  return [status, ...(fields ? Object.keys(fields) : [code])]
}

/** The target of a redirect. */
export async function locationOf(request: TestResponse | Promise<TestResponse>): Promise<string | null> {
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
