import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect } from 'vitest'
import { SCHEMA_OBJECTS, type SchemaObject } from '#features/operations/backups/dump.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { stubCloudflare } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import type { WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { putSmallSite } from '../support/small-site.ts'

type Stub = Awaited<ReturnType<typeof stubCloudflare>>

/** A data folder with a small site, alone in its parent folder. */
export async function siteFolder(): Promise<string> {
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

/** Every row in every file of a data folder, also of its buckets. Opens a copy, because opening a file can change it. */
export async function stateOf(data: string): Promise<object> {
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
export async function deployedStub(storage: WorkerdStorage): Promise<Stub> {
  const stub = await stubCloudflare(storage, inProcessWrangler)
  expect(await stub.deploy()).toMatchObject({ code: 0 })
  return stub
}

/** Kills a move to Cloudflare at each of these steps and repeats it. The last move must complete the site. */
export async function killMoves(
  storage: WorkerdStorage,
  steps: ((request: string, text: string) => boolean)[],
): Promise<void> {
  const stub = await deployedStub(storage)
  const { cloud } = stub
  const source = await siteFolder()
  const before = await stateOf(source)
  for (const [step, isStep] of steps.entries()) {
    const { code, output } = await killable(stub, isStep, source, '--remote', '--with-secret').outcome()
    expect(code, `step ${step}: ${output}`).toBeNull()
    // As if ten minutes had passed.
    await cloud.databases.get('joule')?.db.run(`UPDATE deploy_lock SET until = '2000-01-01T00:00:00.000Z'`)
  }
  cloud.trouble = () => null
  const { code, output } = await stub.joule('move', source, '--remote', '--with-secret')
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Sessions stay valid') })
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(cloud.serving?.bindings).toContainEqual({ name: 'JOULE_SECRET', type: 'secret_text', text: secret })
  expect(output).not.toContain(secret)
  expect(await stateOf(source)).toEqual(before)
  expect(await contentOfCloud(cloud)).toEqual(await contentOfFolder(source))
  expect(await readdir(dirname(source))).toEqual(['data'])
  expect(await rowsIn(cloud, 'SELECT * FROM deploy_lock')).toEqual([])
}

/** A move that is killed when it sends a request of this kind. The request is not answered. */
export function killable(
  { cloud, moveCommand }: Stub,
  isStep: (request: string, text: string) => boolean,
  ...args: string[]
) {
  const command = moveCommand(...args)
  cloud.trouble = (request, text) => {
    if (!isStep(request, text)) return null
    command.process.kill('SIGKILL')
    return new Promise(() => {})
  }
  return command
}

export function counted(times: number, isKind: (request: string) => boolean) {
  let count = 0
  return (request: string) => isKind(request) && ++count >= times
}

/** Runs statements in one transaction. Returns the rows of each. */
type Run = (statements: string[]) => Promise<Record<string, unknown>[][]>

const inOrder = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

/** Every table and every image. */
async function contentOf(run: Run, keys: string[], image: (key: string) => Promise<Uint8Array | null | undefined>) {
  const [schema] = (await run([SCHEMA_OBJECTS])) as unknown as [SchemaObject[]]
  const names = schema.filter(({ type }) => type === 'table').map(({ name }) => name)
  const rows = await run(names.map((name) => `SELECT * FROM ${name}`))
  const tables: Record<string, unknown[]> = Object.fromEntries(names.map((name, n) => [name, inOrder(rows[n] ?? [])]))
  // The check of the data notes when it ran.
  tables.site_state = (tables.site_state as { key: string }[]).filter(({ key }) => !key.startsWith('invariants'))
  const images: Record<string, string> = {}
  for (const key of keys) images[key] = Buffer.from((await image(key)) ?? '').toString('base64')
  return { tables, images, schema: schema.map(({ sql }) => sql).sort() }
}

/** Reads the files of D1 and R2, which takes a twentieth of the time of a runtime. */
export async function contentOfFolder(data: string) {
  // A copy, because the comparison must not change the folder.
  const copy = join(await folderWith(), 'copy')
  await cp(data, copy, { recursive: true })
  const db = await openFileWith('users', join(copy, 'd1'))
  const objects = await openFileWith('_mf_objects', join(copy, 'r2'))
  const blobs = new Map(
    objects
      .prepare('SELECT key, blob_id FROM _mf_objects')
      .all()
      .map(({ key, blob_id }) => [String(key), String(blob_id)]),
  )
  const content = await contentOf(
    async (statements) => statements.map((sql) => db.prepare(sql).all().map(asInD1)),
    [...blobs.keys()],
    (key) => readFile(join(copy, 'r2/joule-images/blobs', blobs.get(key) ?? '')),
  )
  db.close()
  objects.close()
  return content
}

/** The database file in a folder that has rows in a table: the other bucket has the same tables, and no rows. */
async function openFileWith(table: string, folder: string): Promise<DatabaseSync> {
  for (const file of await sqliteFilesIn(folder)) {
    const db = new DatabaseSync(file)
    const found = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)
    if (found && db.prepare(`SELECT 1 FROM ${table}`).get()) return db
    db.close()
  }
  throw new Error(`no file in ${folder} has rows in ${table}`)
}

const asInD1 = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
  )

export async function contentOfCloud(cloud: Stub['cloud']) {
  const bucket = cloud.buckets.get('joule-images')
  return contentOf(
    async (statements) =>
      (await cloud.databases.get('joule')?.db.batch(statements.map((sql) => ({ sql, params: [] })))) ?? [],
    (await bucket?.keys()) ?? [],
    async (key) => (await bucket?.get(key))?.bytes,
  )
}

export async function rowsIn(cloud: Stub['cloud'], sql: string): Promise<Record<string, unknown>[]> {
  const [rows = []] = (await cloud.databases.get('joule')?.db.run(sql)) ?? []
  return rows
}
