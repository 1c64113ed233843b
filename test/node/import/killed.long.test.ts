import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { expectWhole, siteAndForum } from './forum.ts'

beforeAll(buildSite)

const TOPICS = 1_000

test('an import that is killed at any time and repeated creates nothing twice, and its old paths lead to the posts', async () => {
  const { data, file } = await siteAndForum(TOPICS)
  const { child, printed } = spawnImport(data, file)
  await printed(/\d+ posts …/)
  await wait(Math.random() * 100)
  child.kill('SIGKILL')
  await once(child, 'close')

  const site = await startSite({ ...readSettings({ JOULE_DATA: data, JOULE_EMPTY: '1' }), port: 0 }, () => {})
  onTestFinished(site.stop)
  const lines: string[] = []
  await site.run('import', [file], (line) => void lines.push(line))
  await expectWhole(localQuery(site.storage.DB), TOPICS, lines)
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
