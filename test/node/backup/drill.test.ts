import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { digestAll } from '#features/notifications/like-digest.ts'
import { sideBySide } from '../../../scripts/backup/side-by-side.ts'
import { buildSite } from '../../../scripts/build/index.ts'
import { restore } from '../../../scripts/commands/backup.ts'
import { PASSWORD } from '../../../scripts/seed/people.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { openStorage } from '../../../scripts/site/storage-alone.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { putDemoSite } from '../support/demo-site.ts'
import { openStorageIn } from '../support/storage.ts'
import { readerOf, signedIn } from './reader.ts'

beforeAll(buildSite)

const said: string[] = []
const print = (line: string) => void said.push(line)

const settingsFor = (data: string) => readSettings({ PORT: '0', JOULE_DATA: data })

/** Its authors told of their likes: should the cron's hour strike while we read, it has nothing left to tell anybody. */
async function settledSite(): Promise<string> {
  const data = await folderWith()
  await putDemoSite(data)
  const { storage, stop } = await openStorageIn(data)
  await digestAll(openDb(storage.DB, new Meter()), new Date())
  await stop()
  return data
}

async function startIn(data: string) {
  const site = await startSite(settingsFor(data), () => {})
  onTestFinished(() => site.stop())
  return site
}

test('the drill: a running site is backed up and restored elsewhere, and nobody could tell the two apart', async () => {
  const first = await startIn(await settledSite())
  const folder = join(await folderWith(), 'backup')
  await first.run('backup', [folder], print)
  await first.run('verify', [folder], print)
  expect(said.at(-1)).toMatch(/^The backup of .* is whole: \d+ rows of \d+ tables and \d+ images\.$/)

  const elsewhere = await folderWith()
  const alone = await openStorage(settingsFor(elsewhere))
  await restore.run({ ...alone, print }, [folder])
  await alone.close()
  const second = await startIn(elsewhere)

  const [before, after] = [readerOf(first.url), readerOf(second.url)]
  const pages = await before.everyPage()
  expect(pages.size).toBeGreaterThan(100)
  await sideBySide(pages, async ([path, page]) => expect(await after.text(path), path).toBe(page))
  const [email = ''] = first.accounts.map((account) => account.email)
  const [one, other] = [await signedIn(first.url, email, PASSWORD), await signedIn(second.url, email, PASSWORD)]
  const lists = await one.everyList()
  expect(lists.length).toBeGreaterThan(20)
  for (const path of lists) expect(await other.text(path), path).toBe(await one.text(path))
})
