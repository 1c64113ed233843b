import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { SCHEMA_OBJECTS, type SchemaObject } from '#features/operations/backups/schema.ts'
import { buildSite } from '../../../scripts/build/index.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { stubCloudflare } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { OWNER, putSmallSite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'
import { logIn } from './reader.ts'

type Stub = Awaited<ReturnType<typeof stubCloudflare>>

let workerdStorage: WorkerdStorage

beforeAll(async () => {
  await buildSite()
  workerdStorage = new WorkerdStorage()
  return workerdStorage.close
})

test('a site moves to Cloudflare and back with equal tables and images, and the source stays the same', async () => {
  const { cloud, joule } = await deployedStub()
  const [source, back] = [await siteFolder(), join(await folderWith(), 'data')]
  const before = await contentOfFolder(source)
  expect(Object.keys(before.images)).toHaveLength(8)
  expect(before.tables.users).toHaveLength(4)

  const there = await joule('move', source, '--remote', '--with-secret')
  expect(there).toMatchObject({ code: 0 })
  expect(there.output).toMatch(
    /no problems[\s\S]*Cloudflare has the site of .*\n {2}1\. [\s\S]*DNS: [\s\S]*Sessions stay valid/,
  )
  expect(await contentOfCloud(cloud)).toEqual(before)
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(cloud.serving?.bindings).toContainEqual({ name: 'JOULE_SECRET', type: 'secret_text', text: secret })
  expect(there.output).not.toContain(secret)

  expect((await joule('move', '--remote', back, '--with-secret')).output).toMatch(/^joule: Cloudflare does not reveal/)
  expect(existsSync(back)).toBe(false)
  const home = await joule('move', '--remote', back, `--with-secret=${join(source, 'secret')}`)
  expect(home).toMatchObject({ code: 0 })
  expect(home.output).toMatch(/DNS: remove the domain from the Worker[\s\S]*The Worker still answers/)
  expect(await contentOfFolder(back)).toEqual(before)
  expect(await readFile(join(back, 'secret'), 'utf8')).toBe(secret)
  expect(await contentOfFolder(source)).toEqual(before)
  expect(await contentOfCloud(cloud)).toEqual(before)
  expect([await readdir(dirname(source)), await readdir(dirname(back))]).toEqual([['data'], ['data']])
})

test('a target with users, a running or missing source, and a folder with other files are refused', async () => {
  const { cloud, joule, jouleCommand } = await deployedStub()
  const [source, full] = [await siteFolder(), await siteFolder()]
  await joule('move', source, '--remote')
  const line = async (...args: string[]) => (await joule('move', ...args)).output
  await change(full)
  const [inFolder, inCloud] = [await contentOfFolder(full), await contentOfCloud(cloud)]
  expect(await line(full, '--remote')).toBe(
    'joule: Cloudflare is not empty; a site can only be moved to one without users\n',
  )
  expect(await line('--remote', full)).toMatch(/^joule: .* is not empty; /)
  expect(await line(source, full)).toMatch(/^joule: .* is not empty; /)
  expect([await contentOfFolder(full), await contentOfCloud(cloud)]).toEqual([inFolder, inCloud])
  expect(await readdir(dirname(full))).toEqual(['data'])

  const other = await folderWith({ 'letter.txt': 'Dear Ada' })
  expect(await line(source, other)).toMatch(/^joule: .* contains other files; use a new or empty folder\n$/)
  expect(await line(other, '--remote')).toMatch(/^joule: there is no site in /)
  expect(await line(source, join(source, 'inside'))).toBe('joule: source and target must be separate folders\n')
  expect(await line('--remote', '--remote=staging')).toMatch(/^joule: usage: /)
  expect(await line(source, '--remotely')).toMatch(/^joule: unknown option --remotely; usage: /)
  const site = await startIn(source)
  const { outcome } = jouleCommand('move', source, join(other, 'data'))
  expect((await outcome).output).toMatch(/^joule: a site is running in .*; stop it first\n$/)
  await site.stop()
})

test('a move to Cloudflare that is killed at any step is completed by the same command', async () => {
  const stub = await deployedStub()
  const { cloud } = stub
  const source = await siteFolder()
  const before = await contentOfFolder(source)
  const stepsToKill: ((request: string, text: string) => boolean)[] = [
    counted(3, (request) => /^PUT .*\/objects\//.test(request)),
    (request) => request.startsWith('PUT /signed/'),
    // The database is loaded, and nothing is derived yet.
    (_, text) => text.includes('"action":"poll"'),
    (request) => request.endsWith('/secrets') && request.startsWith('PUT'),
    (_, text) => text.includes('DELETE FROM site_state'),
  ]
  for (const [step, isStep] of stepsToKill.entries()) {
    const { code, output } = await killable(stub, isStep, 'move', source, '--remote', '--with-secret').outcome
    expect(code, `step ${step}: ${output}`).toBeNull()
    // As if ten minutes had passed.
    await cloud.databases.get('joule')?.db.run(`UPDATE deploy_lock SET until = '2000-01-01T00:00:00.000Z'`)
  }
  cloud.trouble = () => null
  expect(await stub.jouleCommand('move', source, '--remote', '--with-secret').outcome).toMatchObject({ code: 0 })
  expect(await contentOfCloud(cloud)).toEqual(before)
  expect(await contentOfFolder(source)).toEqual(before)
  expect(await readdir(dirname(source))).toEqual(['data'])
  expect(await rowsIn(cloud, 'SELECT * FROM deploy_lock')).toEqual([])
})

test('a killed move to a folder is completed by the same command, with what the source has then', async () => {
  const stub = await deployedStub()
  const { cloud } = stub
  await stub.joule('move', await siteFolder(), '--remote')
  const target = join(await folderWith(), 'data')
  // Four images are copied concurrently, so three are complete at the seventh request.
  const isImage = counted(7, (request) => /^GET .*\/objects\//.test(request))
  const first = killable(stub, isImage, 'move', '--remote', target)
  expect((await first.outcome).code).toBeNull()
  const copied = (await readdir(`${target}-moving/backup/images`)).filter((name) => name.endsWith('.png'))
  expect(copied.length).toBeGreaterThanOrEqual(3)
  // The image is no longer used, and a post has changed.
  await cloud.databases.get('joule')?.db.run(`DELETE FROM post_images WHERE image_key = '${copied[0]}';
    DELETE FROM images WHERE key = '${copied[0]}';
    UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 2`)
  cloud.trouble = () => null
  cloud.requests.length = 0
  for (const moment of [`${target}-moving/mark.sql`, join(target, 'r2'), null]) {
    const { outcome, kill } = stub.jouleCommand('move', '--remote', target)
    const ended = outcome.then(() => true)
    while (moment && !existsSync(moment) && !(await Promise.race([ended, wait(5, false)])));
    if (moment) kill()
    if ((await outcome).code === 0) break
  }
  // Images that the killed move had copied are not downloaded again.
  expect(cloud.requests.some((request) => request.endsWith(`/objects/${copied[1]}`))).toBe(false)
  const content = await contentOfCloud(cloud)
  delete content.images[copied[0] ?? '']
  expect(await contentOfFolder(target)).toEqual(content)
  expect(await readdir(dirname(target))).toEqual(['data'])
})

test('sessions survive a move with the secret only; a moved site gets no demo content', async () => {
  const source = await siteFolder()
  const site = await startIn(source)
  const cookie = await logIn(site.url, OWNER)
  await site.stop()
  // As on a site that began at Cloudflare.
  await change(source, `DELETE FROM site_state WHERE key = 'seed'`)
  await change(source, AUTHENTICATOR_APP)
  const { joule } = await deployedStub()
  const statusAfter = async (...options: string[]) => {
    const target = join(await folderWith(), 'data')
    const moved = await joule('move', source, target, ...options)
    expect(moved).toMatchObject({ code: 0 })
    const { url, accounts, stop } = await startIn(target)
    expect(accounts).toEqual([])
    const { status } = await fetch(`${url}/api/settings/sessions`, { headers: { cookie } })
    await stop()
    return { status, output: moved.output }
  }
  expect(await statusAfter('--with-secret')).toMatchObject({ status: 200 })
  const { status, output } = await statusAfter()
  expect(status).toBe(401)
  expect(output).toMatch(/The secret was not moved: everybody has to log in again\.\n.* 1 of your users would need/)
})

const AUTHENTICATOR_APP = `INSERT INTO user_totp (user_id, secret, key_id, confirmed_at, created_at)
  VALUES (10002, 'x', 'x', '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`

/** A data folder with a small site, alone in its parent folder. */
async function siteFolder(): Promise<string> {
  const data = join(await folderWith(), 'data')
  await putSmallSite(data)
  await writeFile(join(data, 'secret'), `secret-of-${data}`.padEnd(64, 'x'))
  return data
}

async function change(data: string, sql = `UPDATE posts SET title = 'other', version = version + 1 WHERE id = 1`) {
  const { storage, stop } = await openStorageIn(data)
  await storage.DB.prepare(sql).run()
  await stop()
}

/** The state after a first deployment. */
async function deployedStub(): Promise<Stub> {
  const stub = await stubCloudflare(workerdStorage, inProcessWrangler)
  expect(await stub.deploy()).toMatchObject({ code: 0 })
  return stub
}

async function startIn(data: string) {
  const site = await startSite(readSettings({ PORT: '0', JOULE_DATA: data }), () => {})
  onTestFinished(() => site.stop())
  return site
}

/** A command that is killed when it sends a request of this kind. The request is not answered. */
function killable(
  { cloud, jouleCommand }: Stub,
  isStep: (request: string, text: string) => boolean,
  ...args: string[]
) {
  const command = jouleCommand(...args)
  cloud.trouble = (request, text) => {
    if (!isStep(request, text)) return null
    command.kill()
    return new Promise(() => {})
  }
  return command
}

function counted(times: number, isKind: (request: string) => boolean) {
  let count = 0
  return (request: string) => isKind(request) && ++count >= times
}

type Run = (sql: string) => Promise<Record<string, unknown>[]>

const inOrder = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

/** Every table and every image. */
async function contentOf(run: Run, keys: string[], image: (key: string) => Promise<Uint8Array | null | undefined>) {
  const tables: Record<string, unknown[]> = {}
  const schema = (await run(SCHEMA_OBJECTS)) as unknown as SchemaObject[]
  for (const { type, name } of schema) if (type === 'table') tables[name] = inOrder(await run(`SELECT * FROM ${name}`))
  // The check of the data notes when it ran.
  tables.site_state = (tables.site_state as { key: string }[]).filter(({ key }) => !key.startsWith('invariants'))
  const images: Record<string, string> = {}
  for (const key of keys) images[key] = Buffer.from((await image(key)) ?? '').toString('base64')
  return { tables, images, schema: schema.map(({ sql }) => sql).sort() }
}

async function contentOfFolder(data: string) {
  // A copy, because the comparison must not change the folder.
  const copy = join(await folderWith(), 'copy')
  await cp(data, copy, { recursive: true })
  const { storage, stop } = await openStorageIn(copy)
  const { objects } = await storage.IMAGES.list()
  const run: Run = async (sql) => (await storage.DB.prepare(sql).all()).results
  const content = await contentOf(
    run,
    objects.map(({ key }) => key),
    (key) => storage.object('IMAGES', key),
  )
  await stop()
  return content
}

async function contentOfCloud(cloud: Stub['cloud']) {
  const bucket = cloud.buckets.get('joule-images')
  return contentOf(
    (sql) => rowsIn(cloud, sql),
    (await bucket?.keys()) ?? [],
    async (key) => (await bucket?.get(key))?.bytes,
  )
}

async function rowsIn(cloud: Stub['cloud'], sql: string): Promise<Record<string, unknown>[]> {
  const [rows = []] = (await cloud.databases.get('joule')?.db.run(sql)) ?? []
  return rows
}
