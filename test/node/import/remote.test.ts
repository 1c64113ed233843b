import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { BROKEN } from '../scripts/support/cloud-storage.ts'
import { stubDeployed } from '../scripts/support/cloudflare.ts'
import { WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { putEmptySite } from '../support/small-site.ts'
import { backup, discourseDump } from './discourse-dump.ts'
import { PNG } from './items.ts'

let storage: WorkerdStorage

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await putEmptySite(data)
  storage = new WorkerdStorage(data)
  return async () => {
    await storage.close()
    await rm(data, { recursive: true, force: true })
  }
})

const count = async (table: string) =>
  (await storage.database('DB').run(`SELECT COUNT(*) AS rows FROM ${table}`))[0]?.[0]?.rows

test('--remote imports long posts, comments and images into the deployed site, and continues after an outage', async () => {
  const ids = Array.from({ length: 120 }, (_, n) => n + 1)
  const text = (id: number) =>
    `<p>${id} <img src="/uploads/default/original/1X/a.png">${'字'.repeat(id === 1 ? 150_000 : 300)}</p>`
  const file = await backup({
    'dump.sql': discourseDump({
      users: [{ id: 1, username: 'mika' }],
      user_emails: [{ user_id: 1, email: 'mika@example.com', primary: true }],
      topics: ids.map((id) => ({
        id,
        title: `Topic ${id}`,
        slug: 'x',
        created_at: '2021-03-04 05:06:07',
        user_id: 1,
      })),
      posts: ids.flatMap((topic_id) => {
        const post = { topic_id, user_id: 1, created_at: '2021-03-04 05:06:07' }
        const [first, reply] = [
          { ...post, post_number: 1 },
          { ...post, post_number: 2 },
        ]
        return [
          { ...first, id: 2 * topic_id, cooked: text(topic_id) },
          { ...reply, id: 2 * topic_id + 1, cooked: '<p>?</p>' },
        ]
      }),
    }),
    'uploads/default/original/1X/a.png': PNG,
  })
  const { cloud, joule } = await stubDeployed(storage, inProcessWrangler)
  let writes = 0
  cloud.trouble = (request, sent) => {
    if (!request.endsWith('/query') || !sent.includes('INSERT INTO posts')) return null
    writes += 1
    return writes === 3 ? BROKEN : null
  }
  const dry = await joule('import', file, '--dry-run', '--remote')
  expect(await count('posts')).toBe(0)
  const cut = await joule('import', file, '--remote')
  expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('repeat the import') })
  const before = Number(await count('posts'))
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(120)
  const { code, output } = await joule('import', file, '--remote')
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining(`already imported: ${before}\n`),
  })
  expect(dry.output).toContain('new posts: 120 (120 published, 0 drafts)')
  expect([await count('posts'), await count('comments'), await count('images')]).toEqual([
    120, 120, 1,
  ])
  expect((await storage.bucket('IMAGES').list()).objects).toHaveLength(1)
  const [long] = await storage
    .database('DB')
    .run('SELECT length(body) AS length FROM posts WHERE id = 1')
  expect(Number(long?.[0]?.length)).toBeGreaterThan(150_000)
  expect((await joule('check', '--remote')).output).toMatch(/no problems/)
})
