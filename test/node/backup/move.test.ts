import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { SCHEMA_OBJECTS, type SchemaObject } from '#features/operations/backups/dump.ts'
import { isLong, LONG } from '#test/long.ts'
import { openControl } from '../../../scripts/site/control.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { stubCloudflare } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import {
  type CloudDatabase,
  sharedStorage,
  WorkerdStorage,
} from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { builtSite } from '../support/built.ts'
import { OWNER, putSmallSite } from '../support/small-site.ts'
import { inDatabase, openStorageIn } from '../support/storage.ts'

beforeAll(builtSite)

test('a site is moved to Cloudflare and back with equal tables and images, and the source does not change', async () => {
  const { cloud, joule } = await deployedStub(sharedStorage())
  const [source, back] = [await siteFolder(), join(await folderWith(), 'data')]
  // As on a site that began at Cloudflare.
  await inDatabase(source, `DELETE FROM site_state WHERE key = 'seed'; ${AUTHENTICATOR_APP}`)
  const [before, state] = [await contentOfFolder(source), await stateOf(source)]
  expect(Object.keys(before.images)).toHaveLength(8)
  expect(before.tables.users).toHaveLength(4)

  const there = await joule('move', source, '--remote')
  expect(there).toMatchObject({ code: 0 })
  expect(there.output).toMatch(
    /no problems[\s\S]*Cloudflare has the site of .*\n {2}1\. [\s\S]*DNS: /,
  )
  expect(there.output).toMatch(
    /The secret was not moved: everyone has to log in again\.\n.* 1 of your users would need/,
  )
  expect(await contentOfCloud(cloud)).toEqual(before)
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(JSON.stringify(cloud.serving?.bindings)).toContain('JOULE_SECRET')
  expect(JSON.stringify(cloud.serving?.bindings)).not.toContain(secret)

  expect((await joule('move', '--remote', back, '--with-secret')).output).toMatch(
    /^joule: Cloudflare does not reveal/,
  )
  expect(existsSync(back)).toBe(false)
  const home = await joule('move', '--remote', back, `--with-secret=${join(source, 'secret')}`)
  expect(home).toMatchObject({ code: 0 })
  expect(home.output).toMatch(
    /DNS: remove the domain from the Worker[\s\S]*Sessions stay valid[\s\S]*The Worker still/,
  )
  expect(await contentOfFolder(back)).toEqual(before)
  expect(await readFile(join(back, 'secret'), 'utf8')).toBe(secret)
  expect(await stateOf(source)).toEqual(state)
  expect(await contentOfCloud(cloud)).toEqual(before)
  expect([await readdir(dirname(source)), await readdir(dirname(back))]).toEqual([
    ['data'],
    ['data'],
  ])
  await expectNoDemo(back)
})

const AUTHENTICATOR_APP = `INSERT INTO user_totp (user_id, secret, key_id, confirmed_at, created_at)
  VALUES (10002, 'x', 'x', '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`

/** Prepares a moved site as a start does: it must not get demo content. */
async function expectNoDemo(data: string): Promise<void> {
  const { storage, stop } = await openStorageIn(data)
  onTestFinished(stop)
  expect(await prepareSite(storage, { empty: false, owner: OWNER }, () => {})).toEqual([])
  const { results } = await storage.DB.prepare('SELECT COUNT(*) AS users FROM users').all()
  expect(results).toEqual([{ users: 4 }])
}

test('a move is refused if the target has users, the source is running or missing, or a folder has other files', async () => {
  const { cloud, joule } = await deployedStub(sharedStorage())
  const [source, full] = [await siteFolder(), await siteFolder()]
  await cloud.databases
    .get('joule')
    ?.db.run(`INSERT INTO users (email, created_at) VALUES ('a@example.com', '2026')`)
  const line = async (...args: string[]) => (await joule('move', ...args)).output
  const [inFolder, inCloud] = [await stateOf(full), await contentOfCloud(cloud)]
  expect(await line(source, '--remote')).toBe(
    'joule: Cloudflare is not empty; a site can only be moved to one without users\n',
  )
  expect(await line(source, full)).toMatch(/^joule: .* is not empty; /)
  expect([await stateOf(full), await contentOfCloud(cloud)]).toEqual([inFolder, inCloud])
  expect(await readdir(dirname(full))).toEqual(['data'])

  const other = await folderWith({ 'letter.txt': 'Dear Ada' })
  expect(await line(source, other)).toMatch(
    /^joule: .* contains other files; use a new or empty folder\n$/,
  )
  expect(await line(other, '--remote')).toMatch(/^joule: there is no site in /)
  expect(await line(source, join(source, 'inside'))).toBe(
    'joule: source and target must be separate folders\n',
  )
  expect(await line('--remote', '--remote=staging')).toMatch(/^joule: usage: /)
  expect(await line(source, '--remotely')).toMatch(/^joule: unknown option --remotely; usage: /)
  await holdAsOtherProcess(source)
  expect(await line(source, join(other, 'data'))).toMatch(
    /^joule: a site is running in .*; stop it first\n$/,
  )
})

/** The lock of a running site, with the id of a process that is not this one. */
async function holdAsOtherProcess(data: string): Promise<void> {
  const control = await openControl(() => Promise.reject(new Error('no commands')))
  onTestFinished(() => control.close())
  await writeFile(
    join(data, 'running.json'),
    JSON.stringify({ pid: process.ppid, control, runtime: null }),
  )
}

type IsStep = (request: string, text: string) => boolean
const STEPS: IsStep[] = [
  counted(3, (request) => /^PUT .*\/objects\//.test(request)),
  (request) => request.startsWith('PUT /signed/'),
  // The database is loaded, and nothing is derived yet.
  (_, text) => text.includes('"action":"poll"'),
  (request) => request.endsWith('/secrets') && request.startsWith('PUT'),
  (_, text) => text.includes('DELETE FROM site_state'),
]

test.runIf(isLong)(
  'a move to Cloudflare that is killed is completed by the same command',
  LONG,
  killMoves,
)

type Stub = Awaited<ReturnType<typeof stubCloudflare>>

/** A data folder with a small site, alone in its parent folder. */
async function siteFolder(): Promise<string> {
  const data = join(await folderWith(), 'data')
  await putSmallSite(data)
  await writeFile(join(data, 'secret'), `secret-of-${data}`.padEnd(64, 'x'))
  return data
}

async function sqliteFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.sqlite'))
    .sort()
    .map((name) => join(folder, name))
}

/**
 * Every row in every file of a data folder, also of its buckets. Opens a copy, because opening a
 * file can change it.
 */
async function stateOf(data: string): Promise<object> {
  const copy = join(await folderWith(), 'copy')
  await cp(data, copy, { recursive: true })
  const rowsIn = (file: string) => {
    const db = new DatabaseSync(file)
    const tables = db.prepare(TABLES).all()
    const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
    db.close()
    return [relative(copy, file), Object.fromEntries(rows)]
  }
  return Object.fromEntries((await sqliteFilesIn(copy)).map(rowsIn))
}

/** Without the tables of workerd, which counts the reads. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '_cf_*'`

/** The state after a first deployment. */
async function deployedStub(storage: WorkerdStorage): Promise<Stub> {
  const stub = await stubCloudflare(storage, inProcessWrangler)
  expect(await stub.deploy()).toMatchObject({ code: 0 })
  return stub
}

/**
 * Kills a move to Cloudflare at each of the steps and repeats it. The last move must complete the
 * site.
 */
async function killMoves(): Promise<void> {
  const stub = await deployedStub(sharedStorage())
  const { cloud } = stub
  const source = await siteFolder()
  const before = await stateOf(source)
  for (const [step, isStep] of STEPS.entries()) {
    const { code, output } = await killable(
      stub,
      isStep,
      source,
      '--remote',
      '--with-secret',
    ).outcome()
    expect(code, `step ${step}: ${output}`).toBeNull()
    // As if ten minutes had passed.
    await cloud.databases
      .get('joule')
      ?.db.run(`UPDATE deploy_lock SET until = '2000-01-01T00:00:00.000Z'`)
  }
  cloud.trouble = () => null
  const { code, output } = await stub.joule('move', source, '--remote', '--with-secret')
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('Sessions stay valid'),
  })
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(cloud.serving?.bindings).toContainEqual({
    name: 'JOULE_SECRET',
    type: 'secret_text',
    text: secret,
  })
  expect(output).not.toContain(secret)
  expect(await stateOf(source)).toEqual(before)
  expect(await contentOfCloud(cloud)).toEqual(await contentOfFolder(source))
  expect(await readdir(dirname(source))).toEqual(['data'])
  expect(await rowsIn(cloud, 'SELECT * FROM deploy_lock')).toEqual([])
}

/** A move that is killed when it sends a request of this kind. The request is not answered. */
function killable({ cloud, moveCommand }: Stub, isStep: IsStep, ...args: string[]) {
  const command = moveCommand(...args)
  cloud.trouble = (request, text) => {
    if (!isStep(request, text)) return null
    command.process.kill('SIGKILL')
    return new Promise(() => {})
  }
  return command
}

function counted(times: number, isKind: (request: string) => boolean) {
  let count = 0
  return (request: string) => isKind(request) && ++count >= times
}

const inOrder = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

/** Every table and every image. */
async function contentOf(db: CloudDatabase, bucket: R2Bucket) {
  const run = (statements: string[]) => db.batch(statements.map((sql) => ({ sql, params: [] })))
  const [schema] = (await run([SCHEMA_OBJECTS])) as unknown as [SchemaObject[]]
  const names = schema.filter(({ type }) => type === 'table').map(({ name }) => name)
  const rows = await run(names.map((name) => `SELECT * FROM ${name}`))
  const tables: Record<string, unknown[]> = Object.fromEntries(
    names.map((name, n) => [name, inOrder(rows[n] ?? [])]),
  )
  // The check of the data notes when it ran.
  tables.site_state = (tables.site_state as { key: string }[]).filter(
    ({ key }) => !key.startsWith('invariants'),
  )
  const images: Record<string, string | undefined> = {}
  for (const { key } of (await bucket.list()).objects)
    images[key] = await (await bucket.get(key))?.text()
  return { tables, images, schema: schema.map(({ sql }) => sql).sort() }
}

/** Opens a copy, because the comparison must not change the folder. */
async function contentOfFolder(data: string) {
  const copy = join(await folderWith(), 'copy')
  await cp(data, copy, { recursive: true })
  const storage = new WorkerdStorage(copy)
  const content = await contentOf(storage.database('DB'), storage.bucket('IMAGES'))
  await storage.close()
  return content
}

function contentOfCloud({ databases, buckets }: Stub['cloud']) {
  const [database, bucket] = [databases.get('joule'), buckets.get('joule-images')]
  if (!database || !bucket) throw new Error('the site is not deployed')
  return contentOf(database.db, bucket)
}

async function rowsIn(cloud: Stub['cloud'], sql: string): Promise<Record<string, unknown>[]> {
  const [rows = []] = (await cloud.databases.get('joule')?.db.run(sql)) ?? []
  return rows
}
