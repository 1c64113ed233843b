import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readPublicSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { putEmptySite } from '../support/small-site.ts'
import { folderWith } from './support/folders.ts'

beforeAll(builtSite)

test('above the memory limit the runtime restarts, and no request fails', async () => {
  const data = await folderWith()
  await putEmptySite(data)
  const settings = readPublicSettings({ PORT: '0', JOULE_DATA: data })
  const site = await startSite({ ...settings, memory: { limitMb: 1, everyMs: 100 } }, () => {})
  onTestFinished(site.stop)
  const runtimeOf = async () => JSON.parse(await readFile(join(data, 'running.json'), 'utf8')).runtime as number
  const seen = new Set([await runtimeOf()])
  const statuses = new Set<number>()
  const read = async () => {
    while (seen.size < 3) {
      statuses.add((await fetch(`${site.url}/posts`)).status)
      seen.add(await runtimeOf())
    }
  }
  await Promise.all(Array.from({ length: 4 }, read))
  expect([...statuses]).toEqual([200])
})
