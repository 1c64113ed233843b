import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { type Client, World } from '#test/world.ts'
import { inTurn } from '#web/limits/limits.ts'

/** The reads that take more than 50 ms of CPU time: `test/node/fuzz/cost.test.ts` finds them. */
const EXPENSIVE = [
  ['/api/settings/export', 'export'],
  ['/api/settings/export.zip', 'export'],
  ['/api/settings/export-ghost.zip', 'export'],
  ['/settings/export/zip', 'export'],
  ['/api/admin/energy/logs.csv', 'export'],
  ['/api/admin/redirects.csv', 'export'],
  ['/api/studio/posts/1/revisions/1', 'heavy-read'],
  ['/studio/posts/1/revisions', 'heavy-read'],
  ['/api/admin/posts/1', 'heavy-read'],
  ['/admin/posts', 'heavy-read'],
] as const

test.each(EXPENSIVE)('%s is limited per user and per address', async (path, rule) => {
  const world = new World()
  const [user, neighbour] = await world.members([{ role: 'owner' }, { role: 'owner' }])
  if (!(user && neighbour)) throw new Error('a user was not created')
  expect((await user.get(path)).status).not.toBe(429)
  await useUp(user, `user:${user.user.uid}`, rule)
  await useUp(neighbour, `ip:${neighbour.ip}`, `${rule}-of-address`)
  for (const refused of [await user.get(path), await neighbour.get(path)]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('expensive work of concurrent requests runs one at a time, also after a failure', async () => {
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resume) => setTimeout(resume, 5))
    running -= 1
    throw new Error('failed')
  }
  const done = await Promise.allSettled([1, 2, 3, 4].map(() => inTurn(work)))
  expect(done.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(most).toBe(1)
})

/** In the object: a call for each attempt would take seconds. */
async function useUp({ world }: Client, name: string, rule: keyof typeof RATE_RULES): Promise<void> {
  await runInDurableObject(world.env.RATE_LIMITER.getByName(name), async (counters) => {
    for (let n = 0; n < RATE_RULES[rule].most; n += 1) await counters.take(rule, '', world.now.getTime())
  })
}
