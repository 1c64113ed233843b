import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hooks } from './hooks.ts'
import { circular, links, named, type SourceFile, STEPS, source, sourceFiles, styles } from './source.ts'

/** Left to right: a feature's domain may use the features before it, never those after it. */
const FEATURES =
  'site people identity blocks notifications mail energy images levels sessions access-tokens second-factor passkeys profiles accounts search posts comments reactions follows favorites energize views live reports reading studio settings space backups admin'.split(
    ' ',
  )

/** Of administration: every room stands on the frame, and no room on another. */
const ROOMS = 'posts reports comments people energy log overview identity tags site mail'.split(' ')
/** But for the page about one person, which shows a little of every room. */
const PERSON_PAGE = ['features/operations/admin/people/person.ts', 'features/operations/admin/people/views-person.tsx']

const ROUTE_MOUNTS = ['app.tsx', 'features/operations/admin/index.ts']

/** Hooks on what only the browser makes or marks. */
const WRITTEN_BY_BROWSERS = ['chosenTheme', 'keptControl', 'folderBox', 'tagOption']
const FOR_STYLES_AND_TESTS = ['noticeFace', 'adminPost']

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

test('files do not import each other in a circle', () => {
  const running = links().filter(({ runs }) => runs)
  expect(named(circular(running, ({ path }) => path))).toEqual([])
})

test('the views of features use each other without going round in a circle', () => {
  const views = links().filter(({ from, to }) => isView(from) && isView(to))
  expect(named(circular(views, ({ feature }) => feature))).toEqual([])
})

test('only app.tsx imports route files, and the door of administration for its rooms', () => {
  const others = links().filter(({ from, to }) => to.step === 'routes' && !ROUTE_MOUNTS.includes(from.path))
  expect(named(others)).toEqual([])
})

test('every feature has its place in the order', () => {
  expect(foldersIn('features').filter((folder) => !FEATURES.includes(folder))).toEqual([])
})

test('administration is a frame and rooms: rooms stand on the frame, not on each other', () => {
  expect(foldersIn('features/operations/admin').toSorted()).toEqual(['frame', ...ROOMS].toSorted())
  const across = links().filter(({ from, to }) => {
    if (!from.room || !to.room || from.room === to.room || PERSON_PAGE.includes(from.path)) return false
    return to.room !== 'frame'
  })
  expect(named(across)).toEqual([])
})

test('the domain knows nothing of HTTP and reads no global clock', () => {
  const domain = sourceFiles().filter(({ step }) => step === 'domain' || step === 'kernel')
  const fromHono = domain.filter(
    ({ imports, path }) => path.endsWith('.ts') && imports.some(({ name }) => /^hono/.test(name)),
  )
  expect(fromHono.map(({ path }) => path)).toEqual([])
  const clockless = domain.filter(({ path }) => path !== 'kernel/clock.ts')
  const readers = clockless.filter(({ path }) => /new Date\(\)|Date\.now\(\)/.test(source(path)))
  expect(readers.map(({ path }) => path)).toEqual([])
})

test('data-* attributes are named in hooks files and nowhere else', () => {
  const others = sourceFiles().filter(({ path }) => !path.endsWith('/hooks.ts'))
  const literal = others.filter(({ path }) => /\bdata-[a-z]|\bdataset\b/.test(source(path)))
  expect(literal.map(({ path }) => path)).toEqual([])
})

test('style sheets name only data-* attributes of hooks', async () => {
  const known = (await hooks()).flatMap(({ attributes }) => attributes)
  const inStyles = [...styles().matchAll(/\bdata-[a-z-]+/g)].map(([name]) => name)
  expect(inStyles.filter((name) => !known.includes(name))).toEqual([])
})

test('every hook joins a view to a behaviour or a style sheet', async () => {
  const texts = sourceFiles().map((file) => ({ ...file, text: source(file.path) }))
  const halves = (await hooks()).filter(({ name, path }) => {
    const uses = texts.filter((file) => file.path !== path && new RegExp(`\\b${name}\\b`).test(file.text))
    const isWritten = uses.some(({ step }) => step !== 'client') || WRITTEN_BY_BROWSERS.includes(name)
    const isRead = uses.some(({ step }) => step === 'client') || FOR_STYLES_AND_TESTS.includes(name)
    return !isWritten || !isRead
  })
  expect(halves.map(({ name }) => name)).toEqual([])
})

function isView({ step, feature }: SourceFile): boolean {
  return step === 'web' && feature !== undefined
}

function isForBrowsers(file: SourceFile): boolean {
  return file.step === 'client' || file.step === 'hooks' || file.step === 'kernel'
}

function foldersIn(folder: string): string[] {
  return readdirSync(new URL(`../../src/${folder}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
