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
import { logIn } from '../scripts/support/visit.ts'
import { builtSite } from '../support/built.ts'
import { OWNER, putDemoSite, putSmallSite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'

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

interface OpenApi {
  paths: Record<string, { get?: { parameters?: { in: string; required?: boolean }[] } }>
}

/** Reads a site with these request headers (anonymous by default). Removes the address of the site from the result. */
function readerOf(url: string, headers: Record<string, string> = {}) {
  const since = new Date().toISOString()
  const text = async (path: string) => {
    // A new connection each time: a busy runtime may close an idle one just now.
    const response = await fetch(url + path, { headers: { ...headers, connection: 'close' }, redirect: 'manual' })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? JSON.stringify(await response.json(), ofTheCommunity) : await response.text()
    return `${response.status} ${steady(body, url, since)}`
  }
  return {
    text,
    /** The pages, feeds and images that can be reached by links from the front page, up to a number. */
    async pages(most: number): Promise<Map<string, string>> {
      const pages = new Map<string, string>()
      const found = new Set(['/', '/sitemap.xml', '/feed.xml'])
      for (const path of found) {
        const page = await text(path)
        pages.set(path, page)
        if (pages.size === most) break
        for (const link of linksIn(page)) found.add(link)
      }
      return pages
    },
    /** Every API response that needs no parameters. */
    async everyList(): Promise<string[]> {
      const response = await fetch(`${url}/api/openapi.json`)
      const { paths } = (await response.json()) as OpenApi
      const isAsked = (path: string) => !path.includes('{') && paths[path]?.get && !OF_THE_SESSION.test(path)
      return Object.keys(paths).filter(isAsked).map(withPrefix)
    },
  }
}

async function signedIn(url: string, account: Parameters<typeof logIn>[1]) {
  return readerOf(url, { cookie: await logIn(url, account) })
}

/** These describe the session or the current archive, or are random. */
const OF_THE_SESSION = /challenge|csrf|sessions|export/

/** Runtime statistics: after a minute they include the requests of this test. */
const OF_THE_RUN = ['operations', 'backups', 'ledger_check']
const ofTheCommunity = (key: string, value: unknown) => (OF_THE_RUN.includes(key) ? undefined : value)

const withPrefix = (path: string) => (path.startsWith('/api') || path === '/healthz' ? path : `/api${path}`)

function linksIn(html: string): string[] {
  const links = [...html.matchAll(/(?:href|src)="(\/[^"#]*)|<loc>SITE([^<]*)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return links.map((link) => link.replaceAll('&amp;', '&')).filter((link) => !link.startsWith('//'))
}

/** Removes the site address, relative times, and times that the reading itself caused. */
function steady(text: string, url: string, since: string): string {
  const anonymous = text.replaceAll(url, 'SITE').replaceAll(/(<time[^>]*>)[^<]*/g, '$1')
  return anonymous.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time >= since ? 'since' : time))
}
