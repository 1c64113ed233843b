import { sql } from 'drizzle-orm'
import { MINUTE } from '#kernel/clock.ts'
import { pause } from '#kernel/pause.ts'
import { measuredD1 } from '#test/measured-d1.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { REQUESTS_OF_ADDRESS_MAX, REQUESTS_OF_USER_MAX } from '#web/limits/fair-share.ts'

const READ = '/api/messages'

/** Every statement reports that it took this time, and the limits are on. */
function reportDuration(world: World, duration: number): void {
  world.limitWrites()
  world.env = { ...world.env, DB: measuredD1(world.env.DB, { duration }) }
}

/** Sends the same request until it is refused, at most `most` times. Returns the statuses. */
async function untilRefused(
  send: (n: number) => ReturnType<Client['get']>,
  most = 20,
): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < most && statuses.at(-1) !== 429)
    statuses.push((await send(statuses.length)).status)
  return statuses
}

/** Database calls whose SQL matches wait until they are released. */
function holdCalls(world: World, isHeld: (sql: string) => boolean) {
  const state = { isOpen: false, running: 0, most: 0 }
  const before = async (query: string) => {
    if (!isHeld(query)) return
    state.running += 1
    state.most = Math.max(state.most, state.running)
    while (!state.isOpen) await pause(5)
    state.running -= 1
  }
  world.env = { ...world.env, DB: measuredD1(world.env.DB, { before }) }
  return state
}

const isList = (query: string) => /FROM notifications[\s\S]*ORDER BY/.test(query)

test('reads of a member are refused above the budget of measured cost, and allowed a minute later', async ({
  world,
  member,
  reader,
}) => {
  reportDuration(world, 2_000)
  const statuses = await untilRefused(() => member.get(READ))
  expect(statuses.length).toBeGreaterThan(2)
  const refused = await member.get(READ)
  expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await member.post('/api/level/checkin')).status).toBe(429)
  expect((await member.get('/settings')).status).toBe(429)
  expect((await reader.get(READ)).status).toBe(200)
  world.wait(MINUTE)
  expect((await member.get(READ)).status).toBe(200)
})

test('a user above the budget is refused at every address, other users of the address are not', async ({
  world,
  member,
  reader,
}) => {
  reportDuration(world, 2_000)
  await untilRefused(() => member.get(READ))
  reader.ip = member.ip
  expect((await reader.get(READ)).status).toBe(200)
  member.ip = world.visitor().ip
  expect((await member.get(READ)).status).toBe(429)
})

test('requests of an address above its budget are refused, also those of members', async ({
  world,
  visitor,
  member,
}) => {
  reportDuration(world, 4_000)
  // Each address of a list is another one, which is not in the cache.
  const statuses = await untilRefused((n) => visitor.get(`/api/posts?limit=${n + 1}`))
  expect(statuses.at(-1)).toBe(429)
  member.ip = visitor.ip
  expect((await member.get(READ)).status).toBe(429)
})

test('a session that has ended does not use up the budget of its user', async ({
  world,
  member,
  post,
}) => {
  reportDuration(world, 5_000)
  await world.db.batch([sql`UPDATE sessions SET sid = 'ended' WHERE sid = ${member.sid}`])
  const like = await untilRefused(() => member.post(`/api/posts/${post.id}/like`))
  expect(like.slice(0, 2)).toEqual([401, 401])
  const user = await world.visitor().signIn(member.user)
  expect((await user.get(READ)).status).toBe(200)
})

test('a page from the cache costs nothing', async ({ world, visitor }) => {
  reportDuration(world, 4_000)
  for (let n = 0; n < 30; n += 1) expect((await visitor.get('/')).status).toBe(200)
})

test('without limits, a site for load tests refuses nothing', async ({ world, member }) => {
  reportDuration(world, 5_000)
  world.env = { ...world.env, JOULE_WRITE_LIMIT: '0' }
  expect(await untilRefused(() => member.get(READ), 10)).toEqual(Array(10).fill(200))
})

test('of a hundred requests of one user six run at once, and another user does not wait', async ({
  world,
  member,
  reader,
}) => {
  const calls = holdCalls(world, isList)
  const all = Array.from({ length: 100 }, () => member.get(READ))
  await expect.poll(() => calls.running).toBe(REQUESTS_OF_USER_MAX)
  expect((await reader.get('/api/settings/sessions')).status).toBe(200)
  expect(calls.most).toBe(REQUESTS_OF_USER_MAX)
  calls.isOpen = true
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(REQUESTS_OF_USER_MAX)
  expect(calls.most).toBe(REQUESTS_OF_USER_MAX)
})

test('twelve requests of an anonymous address run at once, the others wait', async ({
  world,
  visitor,
}) => {
  const calls = holdCalls(world, (query) => /FROM posts/.test(query))
  const all = Array.from({ length: 20 }, (_, n) => visitor.get(`/api/posts?limit=${n + 1}`))
  await expect.poll(() => calls.running).toBe(REQUESTS_OF_ADDRESS_MAX)
  calls.isOpen = true
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(calls.most).toBe(REQUESTS_OF_ADDRESS_MAX)
})
