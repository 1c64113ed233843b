import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { Failure } from '../bootstrap/failure.mjs'
import { METAFILE } from './client.ts'
import { FIRST_SCRIPT } from './first-script.ts'
import { inRoot, WORKER_BUNDLE } from './paths.ts'

const KB = 1024

/** Design, section 7. */
const BUDGETS = { worker: 1.2 * KB * KB, reading: 30 * KB }

/** Compressed sizes against their budgets, as lines to print; too much of either is a failure. */
export async function checkSizes(): Promise<string[]> {
  const worker = await compressedSize(await workerFiles())
  const reading = await compressedSize(await readingFiles())
  if (worker > BUDGETS.worker) throw tooLarge('the Worker', worker, BUDGETS.worker)
  if (reading > BUDGETS.reading) throw tooLarge('scripts and styles of a reading page', reading, BUDGETS.reading)
  return [
    `Worker: ${inKb(worker)} compressed, of ${inKb(BUDGETS.worker)}`,
    `Reading page: ${inKb(reading)} of scripts and styles compressed, of ${inKb(BUDGETS.reading)}`,
  ]
}

async function workerFiles(): Promise<string[]> {
  const names = await readdir(WORKER_BUNDLE)
  return names.filter((name) => /\.(js|wasm|txt|html|bin)$/.test(name)).map((name) => join(WORKER_BUNDLE, name))
}

/** A post for somebody signed in: the script in the page itself, then site, reading and community with what they import at once, not what they may load later. */
async function readingFiles(): Promise<string[]> {
  const { outputs }: Metafile = JSON.parse(await readFile(METAFILE, 'utf8'))
  const entries = Object.keys(outputs).filter((path) =>
    /\/(site|reading|community)\.(ts|css)$/.test(outputs[path]?.entryPoint ?? ''),
  )
  return [FIRST_SCRIPT, ...withImports(entries, outputs).map((path) => inRoot(path))]
}

export function withImports(entries: string[], outputs: Metafile['outputs']): string[] {
  const needed = new Set(entries)
  for (const path of needed) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(imported)
    }
  }
  return [...needed]
}

async function compressedSize(paths: string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => gzipSync(await readFile(path), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const inKb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

const tooLarge = (what: string, size: number, budget: number) =>
  new Failure(`${what}: ${inKb(size)} compressed, above the budget of ${inKb(budget)}`)
