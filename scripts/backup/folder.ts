import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { MANIFEST } from '#features/operations/backups/manifest.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Snapshot, StoredSite } from './stored-site.ts'

const UNFINISHED = 'unfinished.json'
const SNAPSHOT = 'snapshot.sqlite'

const UnfinishedShape = z.object({
  site: z.string(),
  snapshot: z.object({ taken_at: z.string(), bookmark: z.string().nullable() }).nullable(),
})
type Unfinished = z.infer<typeof UnfinishedShape>

const UnfinishedText = z.string().transform(parsed).pipe(UnfinishedShape)

export interface BackupFolder {
  path: string
  /** The snapshot as an SQLite file. A resumed backup uses the snapshot of its first run. */
  snapshot: string
  taken: Snapshot & { taken_at: string }
  resumed: boolean
}

/** An empty folder, or one with an interrupted backup of the same site. */
export async function openBackupFolder(path: string, site: StoredSite, now: Date): Promise<BackupFolder> {
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
 * Makes the next backup into this folder take a new snapshot. Its images stay: images never change, so those of the new
 * snapshot need not be copied again.
 */
export async function restartBackup(path: string, { name }: Pick<StoredSite, 'name'>): Promise<void> {
  const names = await namesIn(path)
  if (names.length === 0) return
  if (!names.includes(MANIFEST) && !names.includes(UNFINISHED))
    throw new Failure(`${path} is not empty; use a new or empty folder`)
  await note(path, { site: name, snapshot: null })
  await rm(join(path, MANIFEST), { force: true })
}

/** An empty folder, or one with an interrupted download of the same backup. */
export async function openFolderFor(path: string, backup: string): Promise<void> {
  const cut = await cutIn(path)
  if (cut !== null && cut.site !== backup)
    throw new Failure(`${path} contains an unfinished download of another backup: ${cut.site}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await note(path, { site: backup, snapshot: null })
}

/** The manifest marks the backup as complete; temporary files are deleted after it is written. */
export async function closeBackupFolder({ path }: Pick<BackupFolder, 'path'>, manifest: string): Promise<void> {
  await writeAtomically(join(path, MANIFEST), manifest)
  await rm(join(path, SNAPSHOT), { force: true })
  await rm(join(path, UNFINISHED), { force: true })
}

/** Writes a file atomically: an interrupted write leaves no file with this name. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

async function cutIn(path: string): Promise<Unfinished | null> {
  const names = await namesIn(path)
  if (names.length === 0) return null
  if (names.includes(MANIFEST)) throw new Failure(`${path} already contains a complete backup; use another folder`)
  if (!names.includes(UNFINISHED)) throw new Failure(`${path} is not empty; use a new or empty folder`)
  const read = UnfinishedText.safeParse(await readFile(join(path, UNFINISHED), 'utf8'))
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
