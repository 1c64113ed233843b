import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WORKER_BUNDLE } from '../../../scripts/build/paths.ts'
import { dev } from '../../../scripts/site/dev.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { folderWith } from './support/folders.ts'

test('a reload serves the new bundle with the same data, and requests wait for it', async () => {
  await builtSite()
  const [bundle, data] = [await folderWith(), await folderWith()]
  await cp(WORKER_BUNDLE, bundle, { recursive: true })
  const settings = readSettings({ PORT: '0', JOULE_DATA: data, JOULE_EMPTY: '1' })
  const site = await startSite({ ...settings, bundle, loopbackHostsOnly: true }, () => {})
  onTestFinished(site.stop)
  const statusOf = async (path: string) => (await fetch(site.url + path)).status
  expect([await statusOf('/healthz'), await statusOf('/healthy')]).toEqual([200, 404])

  for (const name of await readdir(bundle)) {
    if (!name.endsWith('.js')) continue
    const script = join(bundle, name)
    await writeFile(script, (await readFile(script, 'utf8')).replaceAll('/healthz', '/healthy'))
  }
  const statuses = new Set<number>()
  const reload = { isDone: false }
  const reloaded = site.reload().finally(() => {
    reload.isDone = true
  })
  while (!reload.isDone) statuses.add(await statusOf('/posts'))
  await reloaded
  expect([...statuses]).toEqual([200])
  expect([await statusOf('/healthz'), await statusOf('/healthy')]).toEqual([404, 200])
  const { results } = await site.storage.DB.prepare('SELECT role FROM users').all()
  expect(results).toEqual([{ role: 'owner' }])
})

test('npm run dev refuses options in one line', async () => {
  await expect(dev(['--port', '3000'])).rejects.toThrow(
    'npm run dev has no option "--port"; its settings are those of "npm start -- --help"',
  )
})
