import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import type { Query } from '../../../scripts/site/query.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { builtSite } from '../support/built.ts'
import { putEmptySite } from '../support/small-site.ts'
import { backup, discourseDump } from './discourse-dump.ts'

beforeAll(builtSite)

const TOPICS = 1_000
/** An import writes 50 posts at a time, and is killed after a random number of batches. */
const BATCHES = 1 + Math.floor(Math.random() * 10)

// remote.test.ts has the short form: an import continues after an outage.
test.runIf(isLong)('an import that is killed and repeated creates nothing twice and misses nothing', LONG, async () => {
  const { data, file } = await siteAndForum(TOPICS)
  const args = [inRoot('test/node/import/killed-import.ts'), data, file, String(BATCHES)]
  const child = spawn(PROJECT_NODE, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])

  // Also ends the runtime of the killed process.
  const { stop, ...site } = await openStorage(readSettings({ JOULE_DATA: data }))
  onTestFinished(stop)
  const lines: string[] = []
  const run = (name: string, ...args: string[]) =>
    commandNamed(name).run({ ...site, print: (line) => void lines.push(line) }, args)
  await run('import', file)
  await expectWhole(site.query, TOPICS, lines)
  await run('check')
  expect(lines.at(-1)).toMatch(/no problems/)
})

/** The data folder of an empty site, and the backup of a forum to import into it. */
async function siteAndForum(topics: number): Promise<{ data: string; file: string }> {
  const data = await folderWith()
  await putEmptySite(data)
  return { data, file: await backup({ 'dump.sql': forum(topics) }) }
}

/** A forum by twenty authors. Each topic has three posts. */
function forum(topics: number): string {
  const ids = Array.from({ length: topics }, (_, n) => n + 1)
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

/** Checks a site after a repeated import of a forum. `lines` are the output of the last import. */
async function expectWhole(query: Query, topics: number, lines: string[]): Promise<void> {
  expect(lines).toContain('refused: 0')
  const before = Number(/^already imported: ([\d,]+)/m.exec(lines.join('\n'))?.[1]?.replace(',', ''))
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(topics)
  const rows = await query(`SELECT (SELECT COUNT(*) FROM posts) AS posts,
    (SELECT COUNT(DISTINCT import_key) FROM posts) AS keys, (SELECT COUNT(*) FROM comments) AS comments,
    (SELECT COUNT(*) FROM posts WHERE comments_count = 2) AS complete, (SELECT COUNT(*) FROM users) AS users,
    (SELECT COUNT(*) FROM redirects) AS redirects, (SELECT COUNT(*) FROM notifications) AS notices`)
  const counts = { posts: topics, keys: topics, comments: 2 * topics, complete: topics }
  expect(rows).toEqual([{ ...counts, users: 21, redirects: 2 * topics, notices: 0 }])
}
