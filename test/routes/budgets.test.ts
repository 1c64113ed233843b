import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { type Cast, ROUTES } from './table.ts'

const ROWS_AT_MOST = 30

test.each(Object.entries(ROUTES))(
  '%s keeps its budget',
  async (name, { access, trips, rows = ROWS_AT_MOST, sent, as }) => {
    const [method = '', path = ''] = name.split(' ')
    const cast = await gather(new World())
    const request = sent?.(cast) ?? { path }
    const caller = access === 'public' || access === 'anyone' ? cast.visitor : cast[as ?? callerOf(access)]
    // The CSRF token is asked for once in a session, not with every write.
    if (method !== 'GET') await caller.get('/api/auth/csrf')
    const { headers } = await caller.send(method, request.path, { json: request.json })
    const spent = figures(headers.get('server-timing') ?? '')
    expect(spent.roundTrips, 'D1 round trips').toBeLessThanOrEqual(trips)
    expect(spent.rowsRead, 'rows read').toBeLessThanOrEqual(rows)
  },
)

function callerOf(access: 'signedIn' | 'member' | 'admin' | 'owner'): 'member' | 'admin' | 'owner' {
  return access === 'signedIn' ? 'member' : access
}

async function gather(world: World): Promise<Cast> {
  const member = await world.member()
  const other = await world.visitor().signIn(member.user)
  const author = await gatherAuthor(world)
  return {
    visitor: world.visitor(),
    member: Object.assign(member, { sid: member.sid ?? '' }),
    admin: await world.member({ role: 'admin' }),
    owner: await world.member({ role: 'owner' }),
    otherSid: other.sid,
    author,
    reader: await gatherReader(world, author),
  }
}

async function gatherAuthor(world: World): Promise<Cast['author']> {
  const author = await world.member({ level: 2 })
  const write = async () =>
    (await author.post('/api/studio/posts', { title: 'a title', body: '<p>a text</p>', draft: true })).json.id
  const [draft, pending] = [await write(), await write()]
  await world.db.batch([sql`UPDATE posts SET version = version + 1, status = 'pending' WHERE id = ${pending}`])
  return Object.assign(author, { draft, pending })
}

async function gatherReader(world: World, author: Cast['author']): Promise<Cast['reader']> {
  const reader = await world.member({ level: 4 })
  const post = (await world.post({ author: { uid: author.user?.uid ?? 0 } })).id
  const comment = (await reader.post(`/api/posts/${post}/comments`, { body: 'for the budget' })).json.id
  const folder = (await reader.post('/api/folders', { name: 'for the budget' })).json.id
  return Object.assign(reader, { post, comment, folder })
}

function figures(serverTiming: string): { roundTrips: number; rowsRead: number } {
  const figure = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(serverTiming)?.[1])
  return { roundTrips: figure('round trips'), rowsRead: figure('rows read') }
}
