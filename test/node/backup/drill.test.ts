import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Meter, openDb } from '#db/client.ts'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { isLong, LONG } from '#test/long.ts'
import { concurrently } from '../../../scripts/backup/concurrently.ts'
import { restore } from '../../../scripts/commands/backup.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { builtSite } from '../support/built.ts'
import { OWNER, putDemoSite, putSmallSite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'
import { readerOf, signedIn } from './reader.ts'

const said: string[] = []
const print = (line: string) => void said.push(line)

const settingsFor = (data: string) => readSettings({ PORT: '0', JOULE_DATA: data })

/** Sends the like digests, so that the cron changes nothing while the test reads. */
async function settledSite(): Promise<string> {
  const data = await folderWith()
  await (isLong ? putDemoSite : putSmallSite)(data)
  const { storage, stop } = await openStorageIn(data)
  await digestAll(openDb(storage.DB, new Meter()), new Date())
  await stop()
  return data
}

type RunningSite = Awaited<ReturnType<typeof startSite>>

async function startIn(data: string): Promise<RunningSite> {
  const site = await startSite(settingsFor(data), () => {})
  onTestFinished(() => site.stop())
  return site
}

/** The short form reads a few pages and lists of a small site. test/node/backup/restore.test.ts restores one. */
const [PAGES, LISTS] = isLong ? [100, 20] : [5, 3]

test(
  'a site restored from the backup of a running site has the same pages, images and API responses',
  LONG,
  async () => {
    await builtSite()
    const first = await startIn(await settledSite())
    const second = isLong ? await restoredFrom(first) : first

    const [before, after] = [readerOf(first.url), readerOf(second.url)]
    const pages = await before.pages(isLong ? Number.POSITIVE_INFINITY : PAGES)
    expect(pages.size).toBeGreaterThanOrEqual(PAGES)
    await concurrently(pages, async ([path, page]) => expect(await after.text(path), path).toBe(page))
    const [one, other] = [await signedIn(first.url, OWNER), await signedIn(second.url, OWNER)]
    const lists = (await one.everyList()).slice(0, isLong ? undefined : LISTS)
    expect(lists.length).toBeGreaterThanOrEqual(LISTS)
    for (const path of lists) expect(await other.text(path), path).toBe(await one.text(path))
  },
)

async function restoredFrom(first: RunningSite): Promise<RunningSite> {
  const folder = join(await folderWith(), 'backup')
  await first.run('backup', [folder], print)
  await first.run('verify', [folder], print)
  expect(said.at(-1)).toMatch(/^The backup of .* is complete: \d+ rows of \d+ tables and \d+ images\.$/)
  const elsewhere = await folderWith()
  const alone = await openStorage(settingsFor(elsewhere))
  await restore.run({ ...alone, print }, [folder])
  await alone.stop()
  return startIn(elsewhere)
}
