import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import { execPages, pagesOf } from '../../../scripts/backup/verify.ts'
import { runWrangler } from '../../../scripts/cloudflare/account.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { BROKEN, RATE_LIMITED, type Refusal } from '../scripts/support/cloud-storage.ts'
import { stubCloudflare, stubDeployed } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { type CloudDatabase, WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { putSmallSite } from '../support/small-site.ts'

/**
 * Real line breaks and the characters \n in one text, as in a post about code: D1's export confuses
 * them.
 */
const ODD = 'printf("a\\n"); \\r\n"b"\r\nlast'

/**
 * Every result of a backup or a restore of a deployed site, against the stub of Cloudflare's API.
 */
describe('backups of a deployed site', LONG, () => {
  const wrangler = isLong ? runWrangler : inProcessWrangler
  let workerdStorage: WorkerdStorage
  let shared: string

  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), 'joule-test-'))
    const data = join(shared, 'data')
    await putSmallSite(data)
    workerdStorage = new WorkerdStorage(data)
    await workerdStorage
      .database('DB')
      .run(`UPDATE posts SET title = '${ODD}', version = version + 1 WHERE id = 1`)
    return async () => {
      await workerdStorage.close()
      await rm(shared, { recursive: true, force: true })
    }
  })

  test('a deployed site is backed up, verified, and restored byte for byte into an empty one', async () => {
    const second = await emptySite()
    const folder = await backup()
    expect((await second.joule('verify', folder)).output).toMatch(
      /^The backup of .* is complete: \d+ rows of \d+ tables/,
    )
    expect(await valueIn(folder, 'SELECT title FROM posts WHERE id = 1')).toBe(ODD)

    const restored = await second.joule('restore', folder, '--remote')
    expect(restored.output).toMatch(
      /^To undo: npx wrangler d1 time-travel restore joule .*\nRestored\. .*\n$/,
    )
    const again = await newFolder()
    await second.joule('backup', again, '--remote')
    const { taken_at, ...before } = await readManifest(folder)
    const { taken_at: later, ...after } = await readManifest(again)
    expect(after).toEqual(before)
    expect(before).toMatchObject({ bookmark: '00000001-bookmark', missing_images: [] })
    const key = await anyImage()
    const type = (await workerdStorage.bucket('IMAGES').head(key))?.httpMetadata?.contentType
    expect(type).toMatch(/^image\//)
    const copy = await second.cloud.buckets.get('joule-images')?.head(key)
    expect(copy?.httpMetadata).toMatchObject({ contentType: type })
    expect((await second.joule('check', '--remote')).output).toMatch(/no problems/)
  })

  test('an interrupted backup of a deployed site continues and fetches only the missing images', async () => {
    const { cloud, joule } = await stubDeployed(workerdStorage, wrangler)
    const folder = await newFolder()
    let fetched = 0
    cloud.trouble = (request) => (request.includes('/objects/') && ++fetched > 3 ? BROKEN : null)
    expect((await joule('backup', folder, '--remote')).output).toMatch(
      /^joule: Cloudflare refused GET "r2\/buckets\/joule-images\/objects\/\S+": internal error\n$/,
    )
    expect((await joule('verify', folder)).output).toMatch(/there is no complete backup/)
    cloud.requests.length = 0
    // Waits each time the API sends Retry-After.
    const waits = new Set<string>()
    cloud.trouble = (request) =>
      request.includes('/objects/') && waits.size < waits.add(request).size ? RATE_LIMITED : null
    const { output } = await joule('backup', folder, '--remote')
    expect(output).toMatch(/^Continuing the backup of .*\n.* contains the backup of .*\n$/)
    const { images } = await readManifest(folder)
    const asked = new Set(cloud.requests.filter((request) => request.includes('/objects/')))
    expect(asked.size).toBe(images - 3)
    expect(cloud.requests.some((request) => request.endsWith('/export'))).toBe(false)
    expect(await joule('verify', folder)).toMatchObject({ code: 0 })
  })

  test('a refused backup of a deployed site prints one line and does not create the folder', async () => {
    const { cloud, joule } = await stubDeployed(workerdStorage, wrangler)
    const folder = await newFolder()
    cloud.isLoggedIn = false
    expect((await joule('backup', folder, '--remote')).output).toMatch(
      /^joule: not logged in to Cloudflare; run "npx wrangler login".*\n$/,
    )
    cloud.isLoggedIn = true
    cloud.forbidden = /\/r2\/buckets\/joule-images$/
    expect((await joule('backup', folder, '--remote')).output).toMatch(
      /^joule: this login has no permission to see "r2\/buckets\/joule-images"; .*\n$/,
    )
    // Commands that do not use images need no permission for R2.
    const [[owner] = []] = await workerdStorage
      .database('DB')
      .run(`SELECT email FROM users WHERE role = 'owner'`)
    expect(await joule('grant-owner', String(owner?.email), '--remote')).toMatchObject({ code: 0 })
    cloud.forbidden = null
    expect((await joule('backup', folder, '--remote=nowhere')).output).toMatch(
      /^joule: wrangler\.toml: .*nowhere.*\n$/,
    )
    expect((await joule('backup', folder, '--remote=staging')).output).toMatch(
      /^joule: .* no database joule-staging; .*\n$/,
    )
    expect(await readdir(dirname(folder))).toEqual([])
  })

  test('a restore to a deployed site that fails midway leaves the database unchanged and can be repeated', async () => {
    const { cloud, joule } = await emptySite()
    const folder = await backup()
    const failing = async (trouble: (request: string) => Refusal | null) => {
      cloud.trouble = trouble
      const { output } = await joule('restore', folder, '--remote')
      cloud.trouble = () => null
      const [[people] = [], lock] = (await cloud.databases.get('joule')?.db.run(STATE)) ?? []
      return { line: output.trimEnd().split('\n').at(-1), people: people?.count, lock }
    }
    expect(
      await failing((request) => (/^PUT .*\/objects\//.test(request) ? BROKEN : null)),
    ).toMatchObject({
      line: expect.stringMatching(
        /^joule: Cloudflare refused PUT "r2\/buckets\/joule-images\/objects\/.*: internal error$/,
      ),
      people: 0,
      lock: [],
    })
    expect(
      await failing((request) => (/^PUT \/signed\//.test(request) ? BROKEN : null)),
    ).toMatchObject({
      line: 'joule: the upload of the database to Cloudflare is incomplete; try again',
      people: 0,
    })
    expect(await failing((request) => (request.endsWith('/import') ? BROKEN : null))).toMatchObject(
      {
        line: expect.stringMatching(
          /^joule: Cloudflare refused POST "d1\/database\/.*\/import": internal error/,
        ),
        people: 0,
      },
    )
    const search = cloud.databases.get('joule-search')?.uuid
    expect(
      await failing((request) => (request.includes(`${search}/query`) ? BROKEN : null)),
    ).toMatchObject({
      line: expect.stringMatching(
        /^joule: the site is restored, but .*: internal error\. Fix the cause and run .*$/,
      ),
      people: await count(workerdStorage.database('DB')),
      lock: [],
    })
    expect(await joule('check', '--repair', '--remote')).toMatchObject({ code: 0 })
  })

  /** The state after a first deployment. */
  async function emptySite() {
    const site = await stubCloudflare(workerdStorage, wrangler)
    expect(await site.deployWith({ wrangler: inProcessWrangler })).toMatchObject({ code: 0 })
    return site
  }

  let taken: string | undefined

  /**
   * A backup of the site. The tests have copies of one, because taking it costs more than half a
   * second.
   */
  async function backup(): Promise<string> {
    taken ??= await takeBackup()
    const folder = await newFolder()
    await cp(taken, folder, { recursive: true })
    return folder
  }

  async function takeBackup(): Promise<string> {
    const folder = join(shared, 'backup')
    const { joule } = await stubDeployed(workerdStorage, wrangler)
    expect(await joule('backup', folder, '--remote')).toMatchObject({ code: 0 })
    return folder
  }

  async function anyImage(): Promise<string> {
    const [rows] = await workerdStorage.database('DB').run(`SELECT key FROM images LIMIT 1`)
    return String(rows?.[0]?.key)
  }
})

const STATE = 'SELECT COUNT(*) AS count FROM users; SELECT * FROM deploy_lock'

const newFolder = async () => join(await folderWith(), 'backup')

async function count(db: CloudDatabase | undefined): Promise<unknown> {
  const [[row] = []] = (await db?.run('SELECT COUNT(*) AS count FROM users')) ?? []
  return row?.count
}

/** The first value that a query finds in the database of a backup. */
async function valueIn(folder: string, sql: string): Promise<unknown> {
  const db = new DatabaseSync(':memory:')
  await execPages(db, pagesOf(folder, await readManifest(folder)))
  return Object.values(db.prepare(sql).get() ?? {})[0]
}
