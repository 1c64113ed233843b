import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { isPagePath } from '#web/paths.ts'
import { createPeople } from './people.ts'
import type { People } from './route-line.ts'
import { requestOf } from './sending.ts'
import { factsByRoute, ROUTES } from './table.ts'

/** Without pages: a page refreshes an expired session. */
const reads = Object.entries(ROUTES).flatMap(([name, { access }]) =>
  name.startsWith('GET ') && access === 'public' && !isPagePath(name.slice('GET '.length))
    ? [name]
    : [],
)

/** Public reads whose route line says that the response depends on the viewer. */
const facts = factsByRoute()
const isPersonal = (name: string) =>
  facts.get(name)?.some(({ guard }) => guard === 'optionalViewer')

// The guard that the route line names is the only code that sets the viewer of a public read.
test('a public read refuses an expired token only if its route line says that it depends on the viewer', async () => {
  const people = await createPeople(new World())
  const paths = await pathsOf(people)
  const { world, member } = people
  const ended = await world.visitor().signIn(await world.reload(member))
  await member.delete(`/api/settings/sessions/${ended.sid}`)
  const forged = new Map<string, number>()
  for (const [name, path] of paths) {
    const { status } = await world
      .visitor()
      .get(path, { headers: { authorization: 'Bearer nonsense' } })
    forged.set(name, status)
  }
  world.wait(16 * MINUTE)
  for (const [name, path] of paths) {
    const responses = [
      await member.get(path),
      await ended.get(path),
      await world.visitor().get(path),
    ]
    const usual = ROUTES[name]?.status
    const refused = isPersonal(name) ? 401 : usual
    expect([forged.get(name), ...responses.map(({ status }) => status)], name).toEqual([
      refused,
      refused,
      refused,
      usual,
    ])
    if (refused === 401) expect(responses[0]?.json.error.code, name).toBe('session_expired')
  }
})

async function pathsOf(people: People): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const name of reads) {
    const line = ROUTES[name]
    if (!line) throw new Error(`no line for ${name}`)
    const { path } = await requestOf(name.slice('GET '.length), people, line)
    paths.set(name, path)
  }
  return paths
}
