import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { putEmptySite } from '../support/small-site.ts'
import { backup, discourseDump } from './discourse-dump.ts'

beforeAll(buildSite)

const TOPICS = 1_000

function forum() {
  const ids = Array.from({ length: TOPICS }, (_, n) => n + 1)
  const at = (id: number) => `2021-03-04 05:${String(id % 60).padStart(2, '0')}:07`
  const post = (topic_id: number, post_number: number, more = {}) => ({
    ...{ topic_id, post_number, user_id: 1 + ((topic_id + post_number) % 20), created_at: at(topic_id) },
    ...{ id: topic_id * 10 + post_number, cooked: `<p>Text ${topic_id} ${post_number}</p>`, ...more },
  })
  return discourseDump({
    users: Array.from({ length: 20 }, (_, n) => ({ id: n + 1, username: `writer${n}` })),
    user_emails: Array.from({ length: 20 }, (_, n) => ({
      user_id: n + 1,
      email: `writer${n}@example.com`,
      primary: true,
    })),
    categories: [{ id: 1, name: 'Kitchen', slug: 'kitchen' }],
    topics: ids.map((id) => ({
      id,
      title: `Topic ${id}`,
      slug: `topic-${id}`,
      created_at: at(id),
      user_id: 1 + (id % 20),
    })),
    posts: ids.flatMap((id) => [post(id, 1), post(id, 2), post(id, 3, { reply_to_post_number: 2 })]),
  })
}

test('an import that is killed and repeated creates nothing twice and misses nothing', async () => {
  const data = await folderWith()
  await putEmptySite(data)
  const file = await backup({ 'dump.sql': forum() })
  const { child, printed } = spawnImport(data, file)
  await printed(/\d+ posts …/)
  await wait(Math.random() * 100)
  child.kill('SIGKILL')
  await once(child, 'close')

  const site = await startSite({ ...readSettings({ JOULE_DATA: data, JOULE_EMPTY: '1' }), port: 0 }, () => {})
  onTestFinished(site.stop)
  const lines: string[] = []
  await site.run('import', [file], (line) => void lines.push(line))
  expect(lines).toContain('refused: 0')
  const { DB } = await site.storage()
  const before = Number(/^already imported: ([\d,]+)/m.exec(lines.join('\n'))?.[1]?.replace(',', ''))
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(TOPICS)
  const { results } = await DB.prepare(`SELECT (SELECT COUNT(*) FROM posts) AS posts,
    (SELECT COUNT(DISTINCT import_key) FROM posts) AS keys, (SELECT COUNT(*) FROM comments) AS comments,
    (SELECT COUNT(*) FROM posts WHERE comments_count = 2) AS complete, (SELECT COUNT(*) FROM users) AS users,
    (SELECT COUNT(*) FROM redirects) AS redirects, (SELECT COUNT(*) FROM notifications) AS notices`).all()
  expect(results).toEqual([
    {
      posts: TOPICS,
      keys: TOPICS,
      comments: 2 * TOPICS,
      complete: TOPICS,
      users: 21,
      redirects: 2 * TOPICS,
      notices: 0,
    },
  ])
  await site.run('check', [], (line) => void lines.push(line))
  expect(lines.at(-1)).toMatch(/no problems/)

  const answer = await fetch(new URL('/t/topic-7/7', site.url), { redirect: 'manual' })
  expect(answer.status).toBe(301)
  const page = await fetch(new URL(answer.headers.get('location') ?? '', site.url))
  expect(await page.text()).toContain('Text 7 3')
})

function spawnImport(data: string, file: string) {
  const env = { ...process.env, JOULE_DATA: data, JOULE_EMPTY: '1' }
  const child = spawn(PROJECT_NODE, [inRoot('test/node/scripts/support/joule.ts'), 'import', file], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer) => {
        output += chunk
        if (pattern.test(output)) resolve()
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      child.on('close', () => reject(new Error(output)))
    })
  return { child, printed }
}
