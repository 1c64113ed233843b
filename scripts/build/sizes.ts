import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { Failure } from '../bootstrap/failure.mjs'
import { METAFILE, manifestOf } from './client.ts'
import { FIRST_SCRIPTS } from './first-script.ts'
import { COMPUTE, inRoot, WORKER_BUNDLE } from './paths.ts'
import { WORKER_METAFILE } from './worker.ts'

const KB = 1024

/** The maximum sizes after compression. Requests are those of a first visit without images. */
const BUDGETS = {
  workers: 2 * KB * KB,
  start: 600 * KB,
  reader: { requests: 4, bytes: 22 * KB },
  /** Files of lists and posts for anonymous readers. */
  readerScript: 10.5 * KB,
  readerStyle: 10 * KB,
  member: { requests: 5, bytes: 30 * KB },
  login: { requests: 9, bytes: 33 * KB },
}

/** The page itself with its inline script, and its icon. */
const PAGE_AND_ICON = 2

/**
 * The compressed sizes and their budgets, as lines to print. Throws if a size exceeds its budget.
 */
export async function checkSizes(): Promise<string[]> {
  const [worker, compute] = [
    await bundleSize(WORKER_BUNDLE),
    await bundleSize(join(WORKER_BUNDLE, COMPUTE)),
  ]
  if (worker + compute > BUDGETS.workers)
    throw tooMuch('both Workers', inKb(worker + compute), inKb(BUDGETS.workers))
  return [
    `Workers: ${inKb(worker)} and for compute ${inKb(compute)} compressed, of ${inKb(BUDGETS.workers)}`,
    ...(await checkStart()),
    await checkPage(
      'A list or a post',
      ['reader.js', 'reader.css'],
      BUDGETS.reader,
      FIRST_SCRIPTS.reading,
    ),
    await checkFile('reader.js', BUDGETS.readerScript),
    await checkFile('reader.css', BUDGETS.readerStyle),
    await checkPage('The same, signed in', ['reader.js', 'site.css', 'member.js'], BUDGETS.member),
    await checkPage(
      'The login page',
      ['reader.js', 'site.css', 'pages.css', 'login.js'],
      BUDGETS.login,
    ),
  ]
}

/**
 * The modules that the Worker evaluates at every cold start, and the largest files that it loads
 * when they are first used.
 */
async function checkStart(): Promise<string[]> {
  const { outputs }: Metafile = JSON.parse(await readFile(WORKER_METAFILE, 'utf8'))
  const scripts = Object.keys(outputs).filter((path) => path.endsWith('.js'))
  const entry = scripts.filter((path) => outputs[path]?.entryPoint === 'src/index.ts')
  const start = withImports(entry, outputs).filter((path) => scripts.includes(path))
  const sizeOf = (path: string) => compressedSize([join(WORKER_BUNDLE, basename(path))])
  const bytes = (await Promise.all(start.map(sizeOf))).reduce((sum, size) => sum + size, 0)
  if (bytes > BUDGETS.start)
    throw tooMuch('the start of the Worker', inKb(bytes), inKb(BUDGETS.start))
  const later = scripts.filter((path) => !start.includes(path))
  const sizes = await Promise.all(
    later.map(async (path) => ({ name: nameOf(path, outputs), size: await sizeOf(path) })),
  )
  const shown = sizes.filter(({ size }) => size >= SHOWN_FROM).sort((a, b) => b.size - a.size)
  return [
    `  loaded at its start: ${inKb(bytes)}, of ${inKb(BUDGETS.start)}`,
    ...shown.map(({ name, size }) => `  when it is first used: ${inKb(size)} of ${name}`),
  ]
}

/** Smaller files are not listed. */
const SHOWN_FROM = 4 * KB

/** The source that is loaded, or the largest source of a file that several of them share. */
function nameOf(path: string, outputs: Metafile['outputs']): string {
  const { entryPoint, inputs = {} } = outputs[path] ?? {}
  const [largest] = Object.entries(inputs).sort(
    ([, one], [, other]) => other.bytesInOutput - one.bytesInOutput,
  )
  return entryPoint?.replace('later:', '') ?? `${largest?.[0]} and others`
}

async function checkPage(
  what: string,
  names: string[],
  budget: { requests: number; bytes: number },
  first = FIRST_SCRIPTS.whole,
): Promise<string> {
  const metafile: Metafile = JSON.parse(await readFile(METAFILE, 'utf8'))
  const assets = manifestOf(metafile)
  const files = withImports(
    names.map((name) => `static${assets[name]}`),
    metafile.outputs,
  )
  const requests = PAGE_AND_ICON + files.length
  const bytes = await compressedSize([first, ...files.map((path) => inRoot(path))])
  if (requests > budget.requests)
    throw tooMuch(what, `${requests} requests`, String(budget.requests))
  if (bytes > budget.bytes) throw tooMuch(what, inKb(bytes), inKb(budget.bytes))
  return `${what}: ${requests} requests, ${inKb(bytes)} of scripts and styles compressed, of ${inKb(budget.bytes)}`
}

/** One file, with the files that it imports statically. */
async function checkFile(name: string, budget: number): Promise<string> {
  const metafile: Metafile = JSON.parse(await readFile(METAFILE, 'utf8'))
  const files = withImports([`static${manifestOf(metafile)[name]}`], metafile.outputs)
  const bytes = await compressedSize(files.map((path) => inRoot(path)))
  if (bytes > budget) throw tooMuch(name, inKb(bytes), inKb(budget))
  return `  ${name}: ${inKb(bytes)}, of ${inKb(budget)}`
}

/** The entries and every file that they import statically, directly or indirectly. */
export function withImports(entries: string[], outputs: Metafile['outputs']): string[] {
  const needed = new Set(entries)
  for (const path of needed) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(imported)
    }
  }
  return [...needed]
}

async function bundleSize(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => /\.(js|wasm|txt|html|bin)$/.test(name))
  return compressedSize(names.map((name) => join(folder, name)))
}

async function compressedSize(paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(path), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const inKb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

const tooMuch = (what: string, size: string, budget: string) =>
  new Failure(`${what}: ${size}, above the budget of ${budget}`)
