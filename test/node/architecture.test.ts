import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../../src', import.meta.url))

/** Left to right: a feature's domain may use the features before it, never those after it. */
const FEATURES =
  'site people notifications energy images levels sessions profiles accounts search posts comments reactions follows favorites energize reading studio settings space admin'.split(
    ' ',
  )

/** Imports point down this list or stay on their step. Browser code stands beside it, on the kernel alone. */
const STEPS = ['kernel', 'db', 'domain', 'web', 'routes', 'root'] as const
type Step = (typeof STEPS)[number] | 'client'

interface SourceFile {
  path: string
  step: Step
  feature: string | undefined
  imports: string[]
}

test('imports point down: routes, web and views, domain, kernel and db', () => {
  const upward = links().filter(({ from, to }) => {
    if (from.step === 'client' || to.step === 'client') return from.step !== 'client' || !isForBrowsers(to)
    // The type of a binding or of the context is known everywhere; nothing runs by it.
    if (to.path === 'env.ts') return false
    return STEPS.indexOf(to.step) > STEPS.indexOf(from.step)
  })
  expect(named(upward)).toEqual([])
})

test('a feature uses the features to its left, never to its right', () => {
  const rightward = links().filter(({ from, to }) => {
    if (from.step !== 'domain' || to.step !== 'domain' || !from.feature || !to.feature) return false
    return FEATURES.indexOf(to.feature) > FEATURES.indexOf(from.feature)
  })
  expect(named(rightward)).toEqual([])
})

test('the views of features use each other without going round in a circle', () => {
  let uses = links().filter(({ from, to }) => isView(from) && isView(to) && from.feature !== to.feature)
  // Whoever uses no other is on no circle, nor is whoever nobody uses: take them away until nothing changes.
  for (let before = -1; before !== uses.length; ) {
    before = uses.length
    const [users, used] = [new Set(uses.map(({ from }) => from.feature)), new Set(uses.map(({ to }) => to.feature))]
    uses = uses.filter(({ from, to }) => used.has(from.feature) && users.has(to.feature))
  }
  expect(named(uses)).toEqual([])
})

test('only the composition root imports route files', () => {
  expect(named(links().filter(({ from, to }) => to.step === 'routes' && from.step !== 'root'))).toEqual([])
})

test('every feature has its place in the order', () => {
  const folders = readdirSync(join(SRC, 'features'))
  expect(folders.filter((folder) => !FEATURES.includes(folder))).toEqual([])
})

test('the domain knows nothing of HTTP and reads no global clock', () => {
  const domain = files().filter(({ step }) => step === 'domain' || step === 'kernel')
  const fromHono = domain.filter(
    ({ imports, path }) => path.endsWith('.ts') && imports.some((name) => /^hono/.test(name)),
  )
  expect(fromHono.map(({ path }) => path)).toEqual([])
  const clockless = domain.filter(({ path }) => path !== 'kernel/clock.ts')
  const readers = clockless.filter(({ path }) => /new Date\(\)|Date\.now\(\)/.test(source(path)))
  expect(readers.map(({ path }) => path)).toEqual([])
})

test('no file is longer than 250 lines', () => {
  const long = files().filter(({ path }) => source(path).split('\n').length > 250)
  expect(long.map(({ path }) => path)).toEqual([])
})

function isView({ step, feature }: SourceFile): boolean {
  return step === 'web' && feature !== undefined
}

function isForBrowsers(file: SourceFile): boolean {
  return file.step === 'client' || file.step === 'kernel'
}

function links(): { from: SourceFile; to: SourceFile }[] {
  const known = new Map(files().map((file) => [file.path, file]))
  return [...known.values()].flatMap((from) =>
    from.imports.flatMap((name) => {
      const to = known.get(resolve(from.path, name) ?? '')
      return to ? [{ from, to }] : []
    }),
  )
}

function named(found: { from: SourceFile; to: SourceFile }[]): string[] {
  return found.map(({ from, to }) => `${from.path} -> ${to.path}`)
}

function files(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, ...placeOf(path), imports: importsOf(source(path)) }))
}

function placeOf(path: string): { step: Step; feature: string | undefined } {
  const [top, feature, ...within] = path.split('/')
  const file = within.at(-1) ?? ''
  if (top === 'client' || top === 'kernel' || top === 'db' || top === 'web') return { step: top, feature: undefined }
  if (top !== 'features' || path === 'features/admin/index.ts') return { step: 'root', feature: undefined }
  if (/^(.*-)?(api|pages)\.tsx?$/.test(file)) return { step: 'routes', feature }
  return { step: file.endsWith('.tsx') || file === 'text.ts' ? 'web' : 'domain', feature }
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s+|import\()'([^']+)'/g)].flatMap(([, name]) => name ?? [])
}

function resolve(from: string, name: string): string | null {
  if (name.startsWith('.')) return relative(SRC, join(SRC, dirname(from), name))
  const own = { '#app': 'app.tsx', '#env': 'env.ts', '#jobs': 'jobs.ts' }[name]
  return own ?? (name.startsWith('#') ? name.slice(1) : null)
}

function source(path: string): string {
  return readFileSync(join(SRC, path), 'utf8')
}
