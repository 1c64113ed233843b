import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readManifest } from '../../../scripts/backup/manifest.ts'
import { execPages, pagesOf } from '../../../scripts/backup/verify.ts'
import { ensureDatabase } from '../../../scripts/cloudflare/database.ts'
import { readTarget } from '../../../scripts/cloudflare/target.ts'
import { applyRemotely, migrationsToApply } from '../../../scripts/deploy/migrations.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { BROKEN, type Refusal, TOO_MUCH } from '../scripts/support/cloud-answers.ts'
import { standIn } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { Storehouse } from '../scripts/support/storehouse.ts'
import { putDemoSite } from '../support/demo-site.ts'

let storehouse: Storehouse

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await putDemoSite(data)
  storehouse = new Storehouse(data)
  await storehouse.database('DB').run(`UPDATE posts SET title = '${ODD}', version = version + 1 WHERE id = 1`)
  return async () => {
    await storehouse.close()
    await rm(data, { recursive: true, force: true })
  }
})

/** Both kinds of line breaks in one text, as in a post about code: what D1's own export mixes up. */
const ODD = 'printf("a\\n"); \\r\n"b"\r\nlast'

test('the drill: a deployed site is backed up, verified, and restored into an empty one to the last byte', async () => {
  const [first, second] = [await demoSite(), await emptySite()]
  const folder = await newFolder()
  expect(await first.jouleCommand('backup', folder, '--remote')).toMatchObject({ code: 0 })
  expect((await first.joule('verify', folder)).output).toMatch(/^The backup of .* is whole: \d+ rows of \d+ tables/)
  expect(await titleIn(folder)).toBe(ODD)

  const restored = await second.joule('restore', folder, '--remote')
  expect(restored.output).toMatch(/^The way back: npx wrangler d1 time-travel restore joule .*\nRestored\. .*\n$/)
  const again = await newFolder()
  await second.joule('backup', again, '--remote')
  const { taken_at, ...before } = await readManifest(folder)
  const { taken_at: later, ...after } = await readManifest(again)
  expect(after).toEqual(before)
  expect(before).toMatchObject({ bookmark: '00000001-bookmark', missing_images: [] })
  const image = await second.cloud.buckets.get('joule-images')?.get(await anyImage())
  expect(image?.httpMetadata?.contentType).toBe('image/png')
  expect((await second.joule('check', '--remote')).output).toMatch(/all is as it should be/)
})

test('a site with people in it is refused; --replace backs it up first', async () => {
  const { cloud, joule } = await emptySite()
  const folder = await backup()
  await joule('restore', folder, '--remote')
  const db = cloud.databases.get('joule')?.db
  await db?.run(`UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 1`)
  expect(await joule('restore', folder, '--remote')).toMatchObject({
    code: 1,
    output: 'joule: this site is not empty; --replace backs it up beside the folder and replaces it\n',
  })
  const title = async () => (await db?.run('SELECT title FROM posts WHERE id = 1'))?.[0]?.[0]?.title
  expect(await title()).toBe('changed since')
  expect(await joule('restore', folder, '--replace', '--remote')).toMatchObject({ code: 0 })
  expect(await title()).toBe(ODD)
  const kept = (await readdir(dirname(folder))).find((name) => name.startsWith('backup-replaced-')) ?? ''
  expect(await joule('verify', join(dirname(folder), kept))).toMatchObject({ code: 0 })
  expect(await titleIn(join(dirname(folder), kept))).toBe('changed since')
})

test('a backup that was cut goes on, and fetches only what it lacks', async () => {
  const { cloud, joule } = await demoSite()
  const folder = await newFolder()
  let fetched = 0
  cloud.trouble = (request) => (request.includes('/objects/') && ++fetched > 10 ? BROKEN : null)
  expect((await joule('backup', folder, '--remote')).output).toMatch(
    /^joule: Cloudflare refused GET "r2\/buckets\/joule-images\/objects\/\S+": internal error\n$/,
  )
  expect((await joule('verify', folder)).output).toMatch(/there is no whole backup/)
  cloud.requests.length = 0
  // As often as it is asked to wait it waits.
  const waits = new Set<string>()
  cloud.trouble = (request) => (request.includes('/objects/') && waits.size < waits.add(request).size ? TOO_MUCH : null)
  const { output } = await joule('backup', folder, '--remote')
  expect(output).toMatch(/^Going on with the backup of .*\n.* holds the site of .*\n$/)
  const { images } = await readManifest(folder)
  const asked = new Set(cloud.requests.filter((request) => request.includes('/objects/')))
  expect(asked.size).toBe(images - 10)
  expect(cloud.requests.some((request) => request.endsWith('/export'))).toBe(false)
  expect(await joule('verify', folder)).toMatchObject({ code: 0 })
})

test('what is refused is said in one line, and nothing is begun', async () => {
  const { cloud, joule, jouleCommand } = await demoSite()
  const folder = await newFolder()
  cloud.isLoggedIn = false
  expect((await jouleCommand('backup', folder, '--remote')).output).toMatch(
    /^joule: not logged in at Cloudflare; run "npx wrangler login".*\n$/,
  )
  cloud.isLoggedIn = true
  cloud.forbidden = /\/r2\/buckets\/joule-images$/
  expect((await joule('backup', folder, '--remote')).output).toMatch(
    /^joule: this login has no right to see "r2\/buckets\/joule-images"; .*\n$/,
  )
  // Who has no right to images can still do what has nothing to do with them.
  const [[owner] = []] = await storehouse.database('DB').run(`SELECT email FROM users WHERE role = 'owner'`)
  expect(await joule('grant-owner', String(owner?.email), '--remote')).toMatchObject({ code: 0 })
  cloud.forbidden = null
  expect((await joule('backup', folder, '--remote=nowhere')).output).toMatch(/^joule: wrangler\.toml: .*nowhere.*\n$/)
  expect((await joule('backup', folder, '--remote=staging')).output).toMatch(
    /^joule: .* no database joule-staging; .*\n$/,
  )
  expect(await readdir(dirname(folder))).toEqual([])
})

test('a restore that fails in the middle leaves the database as it was, and can be run again', async () => {
  const { cloud, joule } = await emptySite()
  const folder = await backup()
  const failing = async (trouble: (request: string) => Refusal | null) => {
    cloud.trouble = trouble
    const { output } = await joule('restore', folder, '--remote')
    cloud.trouble = () => null
    const [[people] = [], lock] = (await cloud.databases.get('joule')?.db.run(STATE)) ?? []
    return { line: output.trimEnd().split('\n').at(-1), people: people?.count, lock }
  }
  expect(await failing((request) => (/^PUT .*\/objects\//.test(request) ? BROKEN : null))).toMatchObject({
    line: expect.stringMatching(
      /^joule: Cloudflare refused PUT "r2\/buckets\/joule-images\/objects\/.*: internal error$/,
    ),
    people: 0,
    lock: [],
  })
  expect(await failing((request) => (/^PUT \/signed\//.test(request) ? BROKEN : null))).toMatchObject({
    line: 'joule: the database did not arrive at Cloudflare whole',
    people: 0,
  })
  expect(await failing((request) => (request.endsWith('/import') ? BROKEN : null))).toMatchObject({
    line: expect.stringMatching(/^joule: Cloudflare refused POST "d1\/database\/.*\/import": internal error/),
    people: 0,
  })
  const search = cloud.databases.get('joule-search')?.uuid
  expect(await failing((request) => (request.includes(`${search}/query`) ? BROKEN : null))).toMatchObject({
    line: expect.stringMatching(/^joule: the site is restored, but .*: internal error\. Mend that and run .*$/),
    people: 13,
    lock: [],
  })
  expect(await joule('check', '--repair', '--remote')).toMatchObject({ code: 0 })
})

const STATE = 'SELECT COUNT(*) AS count FROM users; SELECT * FROM deploy_lock'

/** The demo community, as if it had been deployed. */
async function demoSite() {
  const site = await standIn(storehouse)
  site.cloud.makeDatabase('joule', storehouse.database('DB'))
  site.cloud.makeDatabase('joule-search', storehouse.database('SEARCH'))
  site.cloud.buckets.set('joule-images', await storehouse.bucket('IMAGES'))
  site.cloud.buckets.set('joule-backups', await storehouse.bucket('BACKUPS'))
  return site
}

/** As the first deployment leaves it, without the seconds of an upload. */
async function emptySite() {
  const site = await standIn(storehouse)
  for (const named of (await readTarget(undefined)).databases) {
    const database = await ensureDatabase(site.account, named)
    await applyRemotely(database, (await migrationsToApply(database)).pending)
  }
  for (const name of ['joule-images', 'joule-backups']) await site.account.ask('POST', 'r2/buckets', { name })
  return site
}

async function backup(): Promise<string> {
  const folder = await newFolder()
  const { joule } = await demoSite()
  expect(await joule('backup', folder, '--remote')).toMatchObject({ code: 0 })
  return folder
}

const newFolder = async () => join(await folderWith(), 'backup')

async function anyImage(): Promise<string> {
  const [rows] = await storehouse.database('DB').run(`SELECT key FROM images LIMIT 1`)
  return String(rows?.[0]?.key)
}

async function titleIn(folder: string): Promise<unknown> {
  const db = new DatabaseSync(':memory:')
  await execPages(db, pagesOf(folder, await readManifest(folder)))
  return db.prepare('SELECT title FROM posts WHERE id = 1').get()?.title
}
