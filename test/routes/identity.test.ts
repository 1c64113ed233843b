import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { factOf } from '#web/route-facts.ts'
import { gather } from './cast.ts'
import { ROUTES } from './table.ts'

const reads = Object.keys(ROUTES).filter((name) => name.startsWith('GET /api/') && ROUTES[name]?.access === 'public')

/** The public reads that answer each caller differently. Any other does not look at who asks. */
const PERSONAL = [
  'GET /api/posts/:id',
  'GET /api/posts/:id/comments',
  'GET /api/posts/:id/comments/:root_id/replies',
  'GET /api/posts/:id/reaction',
  'GET /api/posts/:id/folder-status',
  'GET /api/folders/:id/posts',
  'GET /api/users/:uid/follow-status',
  'GET /api/users/:uid/followers',
  'GET /api/users/:uid/following',
]

test('the public reads that depend on the caller say so on their route line', () => {
  const { routes } = new World().app
  const dependent = routes.flatMap(({ method, path, handler }) =>
    factOf(handler).dependsOnCaller ? [`${method} ${path}`] : [],
  )
  expect(dependent.sort()).toEqual(PERSONAL.toSorted())
})

test.each(reads)('%s tells whoever brings a token that no longer counts, if it looks at it at all', async (name) => {
  const cast = await gather(new World())
  const path = (await ROUTES[name]?.sent?.(cast))?.path ?? name.slice('GET '.length)
  const { world, member, visitor } = cast
  const ended = await world.visitor().signIn(await world.reload(member))
  await member.delete(`/api/settings/sessions/${ended.sid}`)
  const forged = await visitor.get(path, { headers: { authorization: 'Bearer nonsense' } })
  world.wait(16 * MINUTE)
  const answers = [await member.get(path), await ended.get(path), forged, await world.visitor().get(path)]
  const expected = PERSONAL.includes(name) ? [401, 401, 401, 200] : [200, 200, 200, 200]
  expect(answers.map(({ status }) => status)).toEqual(expected)
  if (expected[0] === 401) expect(answers[0]?.json.error.code).toBe('session_expired')
})
