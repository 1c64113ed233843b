import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeAll, describe } from 'vitest'
import type { User } from '#db/schema/core.ts'
import type { Format } from '#features/pages/exports/archive.ts'
import {
  SMALL_EXPORT_BYTES_MAX,
  SMALL_EXPORT_IMAGE_BYTES_MAX,
  SMALL_EXPORT_POSTS_MAX,
} from '#features/pages/exports/exports.ts'
import { cleanUpExports, continueExports, exportResources } from '#features/pages/exports/job.ts'
import { filesOf as opened } from '#import/open-files.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

type Member = Client & { user: User }

const FORMATS = [
  ['json', '/api/settings/export'],
  ['zip', '/api/settings/export.zip'],
  ['ghost', '/api/settings/export-ghost.zip'],
] as const

/** The origin of requests in tests. */
const SITE = 'http://joule.test'

/** A large account and its export, which is ready after `finish`. */
async function largeExport(format: Format, path: string) {
  const world = new World()
  // A ZIP is also large by its images. The posts are more than two pages.
  const count = format === 'json' ? SMALL_EXPORT_POSTS_MAX + 1 : 12
  const author = await withPosts(world, count)
  if (format !== 'json') await addLargeImage(world, author)
  const requested = await author.get(path)
  await finish(world)
  const { status_url } = requested.json
  const { json: state } = await author.get(status_url)
  return { world, author, count, requested, status_url, state }
}

describe.each(FORMATS)('the %s export of a large account', (format, path) => {
  /** One export for all tests, because it has many posts. */
  let large: Awaited<ReturnType<typeof largeExport>>
  beforeAll(async () => {
    large = await largeExport(format, path)
  })

  test('is prepared, and is then ready for a day', () => {
    const { requested, status_url, state, world } = large
    expect([requested.status, requested.json]).toEqual([
      202,
      {
        status: 'preparing',
        status_url: expect.stringMatching(/^\/api\/settings\/exports\/[\w-]{22}$/),
      },
    ])
    const expires_at = new Date(world.now.getTime() + DAY).toISOString()
    expect(state).toEqual({ status: 'ready', progress: 1, url: `${status_url}/file`, expires_at })
  })

  test('is downloaded with its name and length', async () => {
    const { world, author, state } = large
    const file = await download(world, author, state.url)
    expect(file.headers.get('content-disposition')).toContain(
      `joule-${author.user.uid}${format === 'ghost' ? '-ghost.zip' : `.${format}`}"`,
    )
    expect(file.headers.get('content-length')).toBe(String(file.bytes.byteLength))
  })

  test('has every post, and the address of the site', async () => {
    const { world, author, state, count } = large
    const { bytes } = await download(world, author, state.url)
    const contents = await contentsOf(format, bytes)
    const data = JSON.parse(contents[0]?.[1] ?? '')
    const { posts } = format === 'ghost' ? data.db[0].data : data
    expect(posts).toHaveLength(count)
    if (format === 'zip') expect(contents).toHaveLength(1 + 2 * count)
    if (format !== 'ghost') expect(data.site).toBe(SITE)
  })

  test('does not exist for other users, also the owner of the site', async () => {
    const { world, status_url, state } = large
    const stranger = await world.member({ role: 'owner' })
    for (const url of [status_url, state.url]) {
      expect((await stranger.get(url)).status).toBe(404)
      expect((await world.visitor().get(url)).status).toBe(401)
    }
  })

  test('is the same for a second request on the same day', async () => {
    const { author, status_url } = large
    expect((await author.get(path)).json).toEqual({ status: 'ready', status_url })
  })
})

test.each(FORMATS)(
  'the %s exports of small and large accounts have the same content',
  async (format, path) => {
    const world = new World()
    const author = await withPosts(world, 3)
    const small = await download(world, author, path)
    const url = await request(world, author, format)
    await finish(world)
    const large = await download(world, author, `${url}/file`)
    expect(await contentsOf(format, large.bytes)).toEqual(await contentsOf(format, small.bytes))
  },
)

test('an account with more than 5 MB of text is large, revisions included', async ({ world }) => {
  const author = await withPosts(world, 30, 'w'.repeat(SMALL_EXPORT_BYTES_MAX / 31))
  await download(world, author, '/api/settings/export')
  const [post] = await world.db.all(
    sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${author.user.uid} LIMIT 1`,
  )
  // A new editing session: the state before is stored as a revision.
  world.wait(HOUR)
  await author.signIn(author.user)
  const path = `/api/studio/posts/${post?.id}`
  const edited = await author.put(path, {
    title: 'Edited',
    body: `<p>${'v'.repeat(190_000)}</p>`,
    version: 1,
  })
  expect(edited.status).toBe(200)
  expect((await author.get('/api/settings/export')).status).toBe(202)
  await finish(world)
})

test('a notification tells that a file is ready; after a day the file is deleted, and the next export can be made', async ({
  world,
}) => {
  const author = await withLargeZip(world)
  const { status_url } = (await author.get('/api/settings/export.zip')).json
  await finish(world)
  const { items } = (await author.get('/api/messages')).json
  expect(items).toMatchObject([
    {
      kind: 'NotifySystem',
      text: 'Your data export (ZIP) is ready. Download it within a day',
      link: '/settings?tab=account#export-heading',
      read: false,
    },
  ])
  world.wait(DAY - MINUTE)
  await author.signIn(author.user)
  expect((await author.get('/api/settings/export.zip')).json.status_url).toBe(status_url)
  world.wait(MINUTE)
  expect((await author.get(status_url)).status).toBe(404)
  expect((await author.get(`${status_url}/file`)).status).toBe(404)
  await cleanUpExports(resourcesOf(world), world.now)
  expect(await filesOf(world, status_url)).toEqual([])
  const next = await author.get('/api/settings/export.zip')
  expect(next.json).toMatchObject({ status: 'preparing' })
  expect(next.json.status_url).not.toBe(status_url)
})

test('an export run that is cut off between two slices is continued by another run', async ({
  world,
}) => {
  const author = await withPosts(world, 11, 'words '.repeat(10_000))
  const url = await request(world, author, 'zip')
  await continueExports(resourcesOf(world), world.now, 3)
  const { json: half } = await author.get(url)
  expect(half).toMatchObject({ status: 'preparing', url: null, expires_at: null })
  expect(half.progress).toBeGreaterThan(0)
  // The run is killed: its claim remains until the lease ends.
  const lease = new Date(world.now.getTime() + MINUTE).toISOString()
  await world.db.batch([
    sql`UPDATE account_exports SET claim = 'killed', claimed_until = ${lease} WHERE user_id = ${author.user.uid}`,
  ])
  await continueExports(resourcesOf(world), world.now)
  expect((await author.get(url)).json).toEqual(half)
  world.wait(MINUTE)
  await finish(world)
  const { bytes } = await download(world, author, `${url}/file`)
  expect(await contentsOf('zip', bytes)).toHaveLength(1 + 2 * 11)
})

test('an export that fails five times is reported as failed and can be requested again', async ({
  world,
}) => {
  const author = await withLargeZip(world)
  const status_url = await request(world, author, 'zip')
  const broken = {
    ...resourcesOf(world),
    files: new Proxy(world.env.BACKUPS, { get: () => refuse }),
  }
  const run = () => expect(continueExports(broken, world.now)).rejects.toThrow('the bucket is down')
  await run()
  await world.db.batch([
    sql`UPDATE account_exports SET attempts = attempts + 2 WHERE user_id = ${author.user.uid} AND attempts = 1`,
  ])
  await run()
  expect((await author.get(status_url)).json).toMatchObject({ status: 'preparing' })
  await run()
  expect((await author.get(status_url)).json).toMatchObject({
    status: 'failed',
    url: null,
    expires_at: null,
  })
  const page = await author.get('/settings?tab=account')
  expect(page.text).toContain('The export of the archive (ZIP) failed.')
  expect((await author.get('/api/messages')).json.items[0].text).toContain('failed')
  const again = await author.get('/api/settings/export.zip')
  expect(again.json).toMatchObject({ status: 'preparing' })
  expect(again.json.status_url).not.toBe(status_url)
})

test('only one run of the cron at a time works on exports', async ({ world }) => {
  const authors = [await withPosts(world, 2), await withPosts(world, 2)]
  const urls = await Promise.all(authors.map((author) => request(world, author, 'json')))
  const states = async () =>
    Promise.all(authors.map(async (author, n) => (await author.get(urls[n] ?? '')).json.status))
  // Both runs start before the first one has finished an export.
  await Promise.all([1, 2].map(() => continueExports(resourcesOf(world), world.now, 1)))
  expect((await states()).sort()).toEqual(['preparing', 'ready'])
  await finish(world)
  expect(await states()).toEqual(['ready', 'ready'])
})

test('after a restore without the files of exports, the site does not offer these exports', async ({
  world,
}) => {
  const author = await withLargeZip(world)
  const { status_url } = (await author.get('/api/settings/export.zip')).json
  await finish(world)
  await world.env.BACKUPS.delete(await filesOf(world, status_url))
  expect((await author.get(`${status_url}/file`)).status).toBe(404)
  expect((await author.get('/api/settings/export.zip')).json).toMatchObject({ status: 'preparing' })
})

test('an unfinished export whose files are missing starts again', async ({ world }) => {
  // More pages than one slice.
  const author = await withPosts(world, 110)
  const url = await request(world, author, 'json')
  await continueExports(resourcesOf(world), world.now, 1)
  expect((await author.get(url)).json.status).toBe('preparing')
  expect(await filesOf(world, url)).not.toEqual([])
  await world.env.BACKUPS.delete(await filesOf(world, url))
  await finish(world)
  const { bytes, headers } = await download(world, author, `${url}/file`)
  expect(headers.get('content-length')).toBe(String(bytes.byteLength))
  expect(JSON.parse(new TextDecoder().decode(bytes)).posts).toHaveLength(110)
})

test('without JavaScript a user starts an export, sees its progress and gets the file', async ({
  world,
}) => {
  const small = await withPosts(world, 1)
  const file = await small.get('/settings/export/zip')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const author = await withLargeZip(world)
  const started = await author.get('/settings/export/zip')
  expect([started.status, started.headers.get('location')]).toEqual([
    303,
    '/settings?tab=account#export-heading',
  ])
  await finish(world)
  const page = await author.get('/settings?tab=account')
  expect(page.text).toMatch(
    /<a class="button" href="\/api\/settings\/exports\/[\w-]{22}\/file" download/,
  )
  await world.db.batch([
    sql`UPDATE account_exports SET status = 'preparing', progress = 0.4, expires_at = NULL WHERE user_id = ${author.user.uid}`,
  ])
  expect((await author.get('/settings?tab=account')).text).toMatch(
    /<progress class="bar" value="0.4" max="1"/,
  )
})

async function withPosts(world: World, count: number, text = 'words'): Promise<Member> {
  const author = await world.member({ level: 3 })
  const at = world.now.toISOString()
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
        SELECT ${author.user.uid}, 'draft', 'Post ' || i, '', '<p>' || ${text} || '</p>', ${at}, ${at} FROM n`,
  ])
  return author
}

/** Only the exports in a ZIP are large. This costs less than many posts. */
async function withLargeZip(world: World): Promise<Member> {
  const author = await withPosts(world, 1)
  await addLargeImage(world, author)
  return author
}

/** Without a file in the bucket. */
async function addLargeImage(world: World, { user }: Member): Promise<void> {
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
        VALUES (${randomId()}, ${user.uid}, 'post', 'image/png', 1, 1, ${SMALL_EXPORT_IMAGE_BYTES_MAX + 1},
          ${world.now.toISOString()})`,
  ])
}

/** Requests an export as if the account was large. Returns the address of its state. */
async function request(world: World, { user }: Member, format: Format): Promise<string> {
  const [id, at] = [randomId(), world.now.toISOString()]
  await world.db.batch([
    sql`INSERT INTO account_exports (id, user_id, format, origin, claimed_until, created_at)
        VALUES (${id}, ${user.uid}, ${format}, ${SITE}, ${at}, ${at})`,
  ])
  return `/api/settings/exports/${id}`
}

/** Runs the job until every export is finished. */
async function finish(world: World): Promise<void> {
  const waiting = sql<{
    n: number
  }>`SELECT COUNT(*) AS n FROM account_exports WHERE status = 'preparing'`
  for (let runs = 0; ((await world.db.first(waiting))?.n ?? 0) > 0; runs += 1) {
    expect(runs).toBeLessThan(20)
    await continueExports(resourcesOf(world), world.now)
  }
}

function resourcesOf({ db, env }: World) {
  return exportResources(env, db)
}

async function filesOf({ env }: World, statusUrl: string): Promise<string[]> {
  const { objects } = await env.BACKUPS.list({ prefix: `exports/${statusUrl.split('/').at(-1)}/` })
  return objects.map(({ key }) => key)
}

async function download(world: World, { cookies, ip }: Member, path: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const context = createExecutionContext()
  const response = await world.app.request(
    SITE + path,
    { headers: { cookie, 'cf-connecting-ip': ip } },
    world.env,
    context,
  )
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  await waitOnExecutionContext(context)
  return { headers: response.headers, bytes }
}

/** The names and texts of the files. The import checks the checksums of a ZIP. */
async function contentsOf(
  format: Format,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<[name: string, text: string][]> {
  const files = await opened([new File([bytes], format === 'json' ? 'data.json' : 'joule.zip')])
  return Promise.all(files.names.map(async (name) => [name, await files.text(name)]))
}

function refuse(): never {
  throw new Error('the bucket is down')
}
