import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { showProgress } from '../bootstrap/progress.mjs'
import { inRoot, ROOT } from './paths.ts'

interface Step {
  name: string
  /** The message while the step runs. */
  saying: string
  /** Files and folders, relative to the project root. */
  from: string[]
  /** The outputs of the step. If one is missing, the step runs again. */
  to: string[]
}

/** Runs a build step, unless its sources are unchanged since the last run. */
export async function unlessUnchanged({ name, saying, from, to }: Step, build: () => Promise<void>): Promise<void> {
  const record = inRoot('node_modules/.cache/joule', name)
  const current = await fingerprint(from)
  const before = await readFile(record, 'utf8').catch(() => '')
  if (before === current && to.every((path) => existsSync(path))) return
  await showProgress(saying, build)
  await mkdir(dirname(record), { recursive: true })
  await writeFile(record, current)
}

export async function fingerprint(paths: string[], root = ROOT): Promise<string> {
  // Includes the location, because build outputs may contain absolute paths and a checkout can be moved.
  const hash = createHash('sha256').update(`${root}\0`)
  for (const path of paths) {
    for (const file of await filesUnder(join(root, path))) {
      const content = await readFile(file)
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found === null) return []
  if (found.isFile()) return [path]
  const names = await readdir(path)
  const nested = await Promise.all(names.sort().map((name) => filesUnder(join(path, name))))
  return nested.flat()
}
