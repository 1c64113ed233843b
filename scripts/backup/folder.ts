import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import {
  asJson,
  type Contents,
  type FileMark,
  MANIFEST,
  manifestIn,
} from '#features/operations/backups/format.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Snapshot, StoredSite } from './stored-site.ts'

/** Marks an unfinished backup or download, and names its site and its snapshot. */
const UNFINISHED = 'unfinished.json'
const SNAPSHOT = 'snapshot.sqlite'

const UnfinishedShape = z.object({
  site: z.string(),
  snapshot: z.object({ taken_at: z.string(), bookmark: z.string().nullable() }).nullable(),
})
type Unfinished = z.infer<typeof UnfinishedShape>

export interface BackupFolder {
  path: string
  /** The snapshot of the database, as an SQLite file. */
  snapshot: string
  /** The time of the snapshot, and its bookmark for D1's Time Travel. */
  taken: Snapshot & { taken_at: string }
  /** Whether an interrupted backup continues: it uses the snapshot of its first run. */
  resumed: boolean
}

/**
 * Opens an empty folder, or one with an interrupted backup of the same site. Refuses a folder with
 * other files or with a complete backup.
 */
export async function openBackupFolder(
  path: string,
  site: StoredSite,
  now: Date,
): Promise<BackupFolder> {
  const cut = await cutIn(path)
  if (cut !== null && cut.site !== site.name)
    throw new Failure(`${path} contains an unfinished backup of another site: ${cut.site}`)
  const snapshot = join(path, SNAPSHOT)
  if (cut?.snapshot) return { path, snapshot, taken: cut.snapshot, resumed: true }
  await mkdir(path, { recursive: true, mode: 0o700 })
  await note(path, { site: site.name, snapshot: null })
  await rm(snapshot, { force: true })
  const taken = { taken_at: now.toISOString(), ...(await site.snapshot(snapshot)) }
  await note(path, { site: site.name, snapshot: taken })
  return { path, snapshot, taken, resumed: false }
}

/**
 * Makes the next backup into this folder take a new snapshot. The copied images stay, because
 * images never change.
 */
export async function restartBackup(
  path: string,
  { name }: Pick<StoredSite, 'name'>,
): Promise<void> {
  const names = await namesIn(path)
  if (names.length === 0) return
  if (!names.includes(MANIFEST) && !names.includes(UNFINISHED))
    throw new Failure(`${path} is not empty; use a new or empty folder`)
  await note(path, { site: name, snapshot: null })
  await rm(join(path, MANIFEST), { force: true })
}

/** Opens an empty folder, or one with an interrupted download of the same backup. */
export async function openFolderFor(path: string, backup: string): Promise<void> {
  const cut = await cutIn(path)
  if (cut !== null && cut.site !== backup)
    throw new Failure(`${path} contains an unfinished download of another backup: ${cut.site}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await note(path, { site: backup, snapshot: null })
}

/**
 * Writes the manifest, which marks the backup as complete, and then deletes the temporary files.
 */
export async function closeBackupFolder(
  { path }: Pick<BackupFolder, 'path'>,
  manifest: string,
): Promise<void> {
  await writeAtomically(join(path, MANIFEST), manifest)
  await rm(join(path, SNAPSHOT), { force: true })
  await rm(join(path, UNFINISHED), { force: true })
}

/** An interrupted write leaves no file with this name. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/**
 * The record of an interrupted backup, null for an empty folder. Refuses other files and a complete
 * backup.
 */
async function cutIn(path: string): Promise<Unfinished | null> {
  const names = await namesIn(path)
  if (names.length === 0) return null
  if (names.includes(MANIFEST))
    throw new Failure(`${path} already contains a complete backup; use another folder`)
  if (!names.includes(UNFINISHED))
    throw new Failure(`${path} is not empty; use a new or empty folder`)
  const read = UnfinishedShape.safeParse(asJson(await readFile(join(path, UNFINISHED), 'utf8')))
  if (!read.success) throw new Failure(`${path} is not empty; use a new or empty folder`)
  return read.data
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new Failure(`${path} cannot be read as a folder (${code})`)
  }
}

const note = (path: string, unfinished: Unfinished) =>
  writeAtomically(join(path, UNFINISHED), JSON.stringify(unfinished))

/** Refuses a folder without a complete backup, and a manifest that was changed. */
export async function readManifest(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null)
    throw new Failure(`there is no complete backup in ${folder}: ${MANIFEST} is missing`)
  const contents = await manifestIn(text)
  if (contents === 'unreadable')
    throw new Failure(`${MANIFEST} in ${folder} cannot be read by this version`)
  if (contents === 'changed')
    throw new Failure(`${MANIFEST} in ${folder} was changed: its own hash is wrong`)
  return contents
}

/** Compares every file of the folder with the manifest. Throws at the first difference. */
export async function checkFiles(folder: string, contents: Contents): Promise<void> {
  await refuseUnknownFiles(folder, contents)
  for (const [name, { bytes, sha256 }] of Object.entries(contents.files)) {
    const mark = await markOf(join(folder, name)).catch(() => null)
    if (mark === null) throw new Failure(`${name} is missing from the backup in ${folder}`)
    if (mark.bytes !== bytes)
      throw new Failure(`${name} has ${mark.bytes} bytes instead of ${bytes}`)
    if (mark.sha256 !== sha256)
      throw new Failure(`${name} was changed: its SHA-256 differs from the manifest`)
  }
}

export async function markOf(file: string): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

async function refuseUnknownFiles(folder: string, { files }: Contents): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
  const known = new Set([MANIFEST, ...Object.keys(files)].map((name) => join(folder, name)))
  const stranger = names.find((name) => !known.has(name))
  if (stranger) throw new Failure(`${stranger} is not part of the backup`)
}
