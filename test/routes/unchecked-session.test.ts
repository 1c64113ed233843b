import { type SQL, sql } from 'drizzle-orm'
import { expect, expectTypeOf, test } from 'vitest'
import type { ByUidEnv } from '#env'
import { accessToken } from '#features/accounts/sessions/tokens.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { isLong, LONG } from '#test/long.ts'
import { refusal as codeOf } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { createPeople } from './people.ts'
import { type Ready, ready } from './sending.ts'
import { factsByRoute, ROUTES } from './table.ts'

// Commands with `byUid`: the guard does not read the session, the first batch that writes checks
// it. Every such route is attacked here.
const unchecked = [...factsByRoute()].filter(([, facts]) =>
  facts.some(({ guard }) => guard === 'byUid'),
)

/** Commands with `member`, which loads the session first. They refuse the same attacks. */
const OF_MEMBERS = [
  'POST /api/posts/:id/comments',
  'POST /api/comments/:id/reply',
  'PUT /api/comments/:id',
  'POST /api/energy/energize',
  'POST /api/energize',
  'POST /api/studio/posts',
  'PUT /api/studio/posts/:id',
  'POST /api/studio/posts/:id/submit',
  'POST /api/posts/:id/submit',
]

const attacked = [...unchecked.map(([name]) => name), ...OF_MEMBERS]
const lines = Object.entries(ROUTES).filter(([name]) => attacked.includes(name))

type Caller = Client & { uid: number; sid: string }

/** What is wrong with the session, and how to make it right again. */
interface Attack {
  refusal: [status: number, code: string]
  begin: (caller: Caller, world: World) => SQL[] | Promise<SQL[]>
  end: (caller: Caller, world: World) => SQL[] | Promise<SQL[]>
}

const setSession = ({ sid }: Caller, change: SQL) => [
  sql`UPDATE sessions SET ${change} WHERE sid = ${sid}`,
]
/** A session has a copy of the status, which the next request updates. */
const setStatus = ({ uid }: Caller, status: string) => [
  sql`UPDATE users SET status = ${status} WHERE uid = ${uid}`,
  sql`UPDATE sessions SET status = ${status} WHERE user_id = ${uid}`,
]
const takeToken = async (caller: Caller, world: World, uid: number) => {
  caller.cookies.set(
    'joule_at',
    await accessToken(secretsOf(world.env), caller.sid, uid, world.now),
  )
  return []
}

const ATTACKS: Record<string, Attack> = {
  ended: {
    refusal: [401, 'session_expired'],
    begin: (caller) => [sql`UPDATE sessions SET sid = 'ended ' || sid WHERE sid = ${caller.sid}`],
    end: (caller) => [
      sql`UPDATE sessions SET sid = ${caller.sid} WHERE sid = ${`ended ${caller.sid}`}`,
    ],
  },
  expired: {
    refusal: [401, 'session_expired'],
    begin: (caller) => setSession(caller, sql`expires_at = '2000 ' || expires_at`),
    end: (caller) => setSession(caller, sql`expires_at = substr(expires_at, 6)`),
  },
  banned: {
    refusal: [403, 'banned'],
    begin: (caller) => setStatus(caller, 'banned'),
    end: (caller) => setStatus(caller, 'active'),
  },
  'signed for another user': {
    refusal: [401, 'session_expired'],
    begin: (caller, world) => takeToken(caller, world, caller.uid + 1),
    end: (caller, world) => takeToken(caller, world, caller.uid),
  },
}

test.each(lines)(
  '%s first refuses a session that may not write, and changes nothing',
  async (name, line) => {
    const people = await createPeople(new World())
    const { world } = people
    const request = await ready(people, name, line)
    const caller = callerOf(request)
    const before = await rowsIn(world)
    for (const [kind, { refusal, begin, end }] of Object.entries(ATTACKS)) {
      await run(world, await begin(caller, world))
      expect(codeOf(await request.send()), kind).toEqual(refusal)
      expect(codeOf(await request.send({ json: 'nonsense' })), `${kind}, invalid input`).toEqual(
        refusal,
      )
      // The contract checks a CSRF token after the session and before a ban.
      const withoutCsrf = codeOf(await request.send({ withoutCsrf: true }))
      expect(withoutCsrf, `${kind}, no CSRF token`).toEqual(
        kind === 'banned' ? [403, 'csrf_failed'] : refusal,
      )
      await run(world, await end(caller, world))
    }
    expect(codeOf(await request.send({ withoutCsrf: true }))).toEqual([403, 'csrf_failed'])
    expect(await rowsIn(world)).toEqual(before)
    expect((await request.send()).status).toBe(line.status)
    await run(world, [
      sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${caller.uid}`,
    ])
    expect(codeOf(await request.send())).toEqual([401, 'session_expired'])
  },
)

const ALWAYS_LIMITED = ['POST /api/posts/:id/like', 'POST /api/posts/:id/comments']
const limited = lines.filter(([name]) => isLong || ALWAYS_LIMITED.includes(name))

test.each(limited)(
  '%s counts towards the write limit after the session was checked and before the input is',
  LONG,
  async (name, line) => {
    const people = await createPeople(new World())
    const { world } = people
    const request = await ready(people, name, line)
    const caller = callerOf(request)
    await useUp(world, `user:${caller.uid}`, 'write', 1)
    const { begin, end } = ATTACKS.ended as Attack
    await run(world, await begin(caller, world))
    for (let n = 0; n < 3; n++)
      expect(codeOf(await request.send())).toEqual([401, 'session_expired'])
    await run(world, await end(caller, world))
    expect((await request.send()).status, 'an ended session used up the limit').toBe(line.status)
    expect(codeOf(await request.send())).toEqual([429, 'rate_limited'])
    expect(codeOf(await request.send({ json: 'nonsense' }))).toEqual([429, 'rate_limited'])
    await run(world, setStatus(caller, 'banned'))
    expect(codeOf(await request.send())).toEqual([403, 'banned'])
  },
)

test('routes that check the session in a batch need no fresh session and have no other guard', () => {
  expect(unchecked.length).toBeGreaterThan(5)
  for (const [name, own] of unchecked) {
    expect([name, own.filter(({ access }) => access !== undefined).length]).toEqual([name, 1])
    expect([name, own.some(({ fresh, operation }) => fresh ?? operation?.fresh)]).toEqual([
      name,
      false,
    ])
  }
})

test('the handler of a route that loads only the uid has no viewer', () => {
  expectTypeOf<ByUidEnv['Variables']['viewer']>().toBeNull()
  expectTypeOf<ByUidEnv['Variables']['viewerId']>().toEqualTypeOf<{ uid: number }>()
})

test('many concurrent requests of an ended session do not use up the write limit', async () => {
  const { world, member, author } = await createPeople(new World())
  world.limitWrites()
  await run(world, [sql`DELETE FROM sessions WHERE sid = ${member.sid}`])
  const other = await world.visitor().signIn(await world.reload({ uid: member.uid }))
  const like = (client: Client) => client.post(`/api/posts/${author.approved}/like`)
  const refused = Array.from({ length: RATE_RULES.write.most }, () => like(member))
  expect((await like(other)).status).toBe(200)
  // Six of them run at once, and too many wait.
  const statuses = new Set((await Promise.all(refused)).map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([401, 429])
  expect((await like(other)).status).toBe(200)
})

test('the first like of the day checks in once, also with concurrent requests', async () => {
  const world = new World()
  const { author } = await createPeople(world)
  const fan = await world.member({ level: 1 })
  const before = await world.reload(fan.user)
  const likes = await Promise.all(
    [1, 2, 3].map(() => fan.post(`/api/posts/${author.approved}/like`)),
  )
  expect(likes.map(({ status }) => status)).toEqual([200, 200, 200])
  const after = await world.reload(fan.user)
  expect([after.exp - before.exp, after.energy - before.energy]).toEqual([5, 1])
  expect(
    await world.db.all(sql`SELECT COUNT(*) AS n FROM post_likes WHERE user_id = ${fan.user.uid}`),
  ).toEqual([{ n: 1 }])
})

async function run({ db }: World, statements: SQL[]): Promise<void> {
  if (statements.length > 0) await db.batch(statements)
}

function callerOf({ caller }: Pick<Ready, 'caller'>): Caller {
  const { user, sid } = caller
  if (!user || !sid) throw new Error('the caller has no session')
  return Object.assign(caller, { uid: user.uid, sid })
}

/** Every row of every table, except the search index. */
async function rowsIn({ db }: World): Promise<unknown> {
  const tables = await db.all(sql<{ name: string }>`
    SELECT name FROM sqlite_schema
    WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
      AND name NOT GLOB '*_fts_*'`)
  return db.batch(tables.map(({ name }) => sql.raw(`SELECT * FROM ${name}`)))
}
