import { useUp } from '#test/limits.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { inTurn, twoAtATime } from '#web/limits/limits.ts'

/** The reads that take more than 50 ms of CPU time: `test/node/fuzz/cost.test.ts` finds them. */
const EXPENSIVE = [
  ['/api/settings/export', 'export'],
  ['/api/settings/export.zip', 'export'],
  ['/api/settings/export-ghost.zip', 'export'],
  ['/settings/export/zip', 'export'],
  ['/api/admin/energy/logs.csv', 'export'],
  ['/api/admin/redirects.csv', 'export'],
  ['/api/studio/posts/1/revisions/1', 'cost'],
  ['/studio/posts/1/revisions', 'cost'],
  ['/api/admin/posts/1', 'cost'],
  ['/admin/posts', 'cost'],
] as const

test.each(EXPENSIVE)('%s is limited per user and per address', async (path, rule) => {
  const world = new World()
  world.limitWrites()
  const [user, neighbour] = await world.members([{ role: 'owner' }, { role: 'owner' }])
  if (!(user && neighbour)) throw new Error('a user was not created')
  expect((await user.get(path)).status).not.toBe(429)
  await useUp(world, `user:${user.user.uid}`, rule)
  await useUp(world, `ip:${neighbour.ip}`, `${rule}-of-address`)
  for (const refused of [await user.get(path), await neighbour.get(path)]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a user at the limit of CPU cost can send small texts, but no large text', async ({
  world,
  author,
  post,
  visitor,
}) => {
  world.limitWrites()
  const edit = (body: string) => author.put(`/api/studio/posts/${post.id}`, { body })
  const large = '<p>words</p>'.repeat(5_000)
  expect((await edit(large)).status).toBe(200)
  await useUp(world, `user:${author.user.uid}`, 'cost')
  expect([(await edit(large)).status, (await edit('<p>words</p>')).status]).toEqual([429, 200])
  await useUp(world, `ip:${visitor.ip}`, 'cost-of-address')
  expect(
    (await visitor.post('/api/auth/login', { email: 'a@b.example', password: large })).status,
  ).toBe(429)
})

test.each([
  ['inTurn', 1, inTurn],
  ['twoAtATime', 2, (work: () => Promise<void>) => twoAtATime('user:1', work)],
] as const)(
  '%s runs at most %i requests at the same time, also after a failure',
  async (_, allowed, run) => {
    let [running, most] = [0, 0]
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resume) => setTimeout(resume, 5))
      running -= 1
      throw new Error('failed')
    }
    const done = await Promise.allSettled(Array.from({ length: 6 }, () => run(work)))
    expect(done.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
    expect(most).toBe(allowed)
  },
)
