import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { builtSite } from '../support/built.ts'
import { expectWhole, siteAndForum } from './forum.ts'

beforeAll(builtSite)

/** An import writes 50 posts at a time. The long form kills it after a random number of batches. */
const [TOPICS, BATCHES] = isLong ? [1_000, 1 + Math.floor(Math.random() * 10)] : [60, 1]

test('an import that is killed and repeated creates nothing twice and misses nothing', LONG, async () => {
  const { data, file } = await siteAndForum(TOPICS)
  const args = [inRoot('test/node/import/killed-import.ts'), data, file, String(BATCHES)]
  const child = spawn(PROJECT_NODE, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])

  // Also ends the runtime of the killed process.
  const { close, ...site } = await openStorage(readSettings({ JOULE_DATA: data }))
  onTestFinished(close)
  const lines: string[] = []
  const run = (name: string, ...args: string[]) =>
    commandNamed(name).run({ ...site, print: (line) => void lines.push(line) }, args)
  await run('import', file)
  await expectWhole(site.query, TOPICS, lines)
  await run('check')
  expect(lines.at(-1)).toMatch(/no problems/)
})
