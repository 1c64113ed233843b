import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { WORKER_BUNDLE } from './paths.ts'
import { MODULE_TYPES } from './worker.ts'

/**
 * One hash of all uploaded files: the modules of the Worker and the static files, one `sha256sum` line each, sorted by
 * name. The same sources give the same hash in every folder.
 */
export async function bundleHash(files: string, bundle = WORKER_BUNDLE): Promise<string> {
  const modules = (await filesIn(bundle)).filter((name) => Object.hasOwn(MODULE_TYPES, extname(name)))
  const lines = [
    ...(await Promise.all(modules.map((name) => lineOf(bundle, name, 'worker')))),
    ...(await Promise.all((await filesIn(files)).map((name) => lineOf(files, name, 'static')))),
  ]
  return sha256(lines.join(''))
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

const lineOf = async (folder: string, name: string, part: string) =>
  `${sha256(await readFile(join(folder, name)))}  ${part}/${name}\n`

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
