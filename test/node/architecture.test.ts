import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings } from '#web/components/elements.tsx'
import { inRoot } from '../../scripts/build/paths.ts'
import { circlesIn, importsAmong } from './circles.ts'
import {
  circular,
  filesIn,
  links,
  named,
  type SourceFile,
  STEPS,
  source,
  sourceFiles,
  styles,
} from './source.ts'

/** The folders of src/features: an area uses only the areas before it. */
const AREAS = 'core economy accounts publishing community pages operations'.split(' ')

const LINKS = links()

/** Exceptions: the page about one user and the search show parts of every room. */
const ACROSS_ROOMS = [
  'features/operations/admin/people/person.ts',
  'features/operations/admin/people/views-person.tsx',
  'features/operations/admin/search/routes.tsx',
]

/**
 * The key of a cache, the suffix of a path, a copy of a request and the name of a job may contain
 * any host.
 */
const READERS_OF_REQUEST_URLS = [
  'compute/worker.ts',
  'web/cache/edge-cache.ts',
  'web/compress-feeds.ts',
  'web/site-origin.ts',
  'web/validation/request-body.ts',
]

const ROUTE_MOUNTS = ['app.tsx', 'features/operations/admin/index.ts']

/** Hooks on elements or states that only the browser creates. */
const WRITTEN_BY_BROWSERS = [
  'chosenTheme',
  'chosenTextSize',
  'welcomeClosed',
  'shortcutsOff',
  'pendingControl',
  'folderBox',
  'tagOption',
]
const FOR_STYLES_AND_TESTS = ['noticeFace', 'adminPost']

test('imports point down: routes, web and views, domain, kernel and db', () => {
  const upward = LINKS.filter(({ from, to }) => {
    if (from.step === 'client' || to.step === 'client')
      return from.step !== 'client' || !isForBrowsers(to)
    // Types of bindings and of the context may be imported everywhere, because types do not run.
    if (to.path === 'env.ts') return false
    return STEPS.indexOf(to.step) > STEPS.indexOf(from.step)
  })
  expect(named(upward)).toEqual([])
})

test('every feature folder belongs to an area', () => {
  expect(foldersIn('features').toSorted()).toEqual(AREAS.toSorted())
  expect(sourceFiles().filter(({ path }) => /^features\/[^/]+\/[^/]+$/.test(path))).toEqual([])
})

test('an area imports only from the areas before it', () => {
  const between = LINKS.filter(({ from, to }) => from.area && to.area && from.area !== to.area)
  expect(between.length).toBeGreaterThan(500)
  const order = (file: SourceFile) => AREAS.indexOf(file.area ?? '')
  expect(named(between.filter(({ from, to }) => order(to) > order(from)))).toEqual([])
})

test('web imports nothing from features, types included', () => {
  expect(named(LINKS.filter(({ from, to }) => from.path.startsWith('web/') && to.area))).toEqual([])
})

test('the main Worker loads only the client of src/compute', () => {
  const inside = ({ path }: SourceFile) => path.startsWith('compute/')
  const loaded = LINKS.filter(({ from, to, isType }) => !inside(from) && inside(to) && !isType)
  expect([...new Set(loaded.map(({ to }) => to.path))]).toEqual(['compute/client.ts'])
})

test('only the outbox adds mail, because it checks the limits of the recipient', () => {
  const adding = sourceFiles().filter(({ path }) =>
    /INTO\s+outbox\b(?! \(channel)/i.test(source(path)),
  )
  expect(adding.map(({ path }) => path)).toEqual(['features/core/mail/outbox.ts'])
})

test('only web/site-origin.ts reads the scheme and host of a request', () => {
  // Path and query are the same behind a TLS proxy.
  const harmless =
    /const \{ (?:pathname|search|, )+ \} = new URL\(c\.req\.url\)|new URL\([\w.]+\.url\)\.search(?:Params)?\b/g
  const reading = sourceFiles().filter(
    ({ path, step }) =>
      step !== 'client' &&
      /\breq(?:uest)?(?:\.raw)?\.url\b|header\(['"](?:host|forwarded|x-forwarded-\w+)|\burl\b[^{}]*\} = (?:c\.)?req(?:uest)?\b/i.test(
        source(path).replaceAll(harmless, ''),
      ),
  )
  expect(reading.map(({ path }) => path).toSorted()).toEqual(READERS_OF_REQUEST_URLS)
})

const IMPORTS = importsAmong(
  ['src', 'scripts', 'tools', 'api-client'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs)$/)),
)

test('no files import each other in a circle, not even lazily', () => {
  expect(IMPORTS.size).toBeGreaterThan(900)
  expect(circlesIn(IMPORTS, { withTypes: false })).toEqual([])
})

/** Circles of types that are meant, each with its reason. At most six. */
const CIRCLES_OF_TYPES = [
  // The tables of elements and cards call the conversion, which looks the functions up in them.
  ['src/import/html/cards.ts', 'src/import/html/conversion.ts', 'src/import/html/elements.ts'],
]

test('files that import each other for types are listed with a reason', () => {
  expect(CIRCLES_OF_TYPES.length).toBeLessThanOrEqual(6)
  expect(circlesIn(IMPORTS, { withTypes: true })).toEqual(CIRCLES_OF_TYPES)
})

test('a circle is found through exports, lazy imports, aliases and types', () => {
  const circles = (withTypes: boolean, ...texts: [string, string]) => {
    const files = { 'src/kernel/a.ts': texts[0], 'src/kernel/b.ts': texts[1] }
    const read = (path: string) => files[path as keyof typeof files]
    return circlesIn(importsAmong(Object.keys(files), read), { withTypes })
  }
  const both = [['src/kernel/a.ts', 'src/kernel/b.ts']]
  const back = `import {\n  a,\n  type A,\n} from '#kernel/a.ts'`
  expect(circles(false, `export { b } from './b.ts'`, back)).toEqual(both)
  expect(circles(false, `const b = await import('#kernel/b.ts')`, back)).toEqual(both)
  expect(circles(false, `import type { B } from './b.ts'`, back)).toEqual([])
  expect(circles(true, `import type { B } from './b.ts'`, back)).toEqual(both)
  expect(circles(false, `let b: import('./b.ts').B`, back)).toEqual([])
  expect(circles(true, `let b: typeof import('./b.ts')`, back)).toEqual(both)
  expect(circles(true, `import { b } from './b.ts'`, `import { c } from './c.ts'`)).toEqual([])
})

test('the views of features have no import cycles', () => {
  const views = LINKS.filter(({ from, to }) => isView(from) && isView(to))
  expect(named(circular(views, ({ feature }) => feature))).toEqual([])
})

test('only app.tsx imports route files, except the index of administration for its rooms', () => {
  const others = LINKS.filter(
    ({ from, to }) => to.step === 'routes' && !ROUTE_MOUNTS.includes(from.path),
  )
  expect(named(others)).toEqual([])
})

test('in the area of administration, rooms import the frame and not each other', () => {
  expect(foldersIn('features/operations/admin')).toContain('frame')
  const across = LINKS.filter(({ from, to }) => {
    if (!from.room || !to.room || from.room === to.room || ACROSS_ROOMS.includes(from.path))
      return false
    return to.room !== 'frame'
  })
  expect(named(across)).toEqual([])
})

test('the domain does not use HTTP and does not read a global clock', () => {
  const domain = sourceFiles().filter(({ step }) => ['domain', 'import', 'kernel'].includes(step))
  const fromHono = domain.filter(
    ({ imports, path }) => path.endsWith('.ts') && imports.some(({ name }) => /^hono/.test(name)),
  )
  expect(fromHono.map(({ path }) => path)).toEqual([])
  const clockless = domain.filter(({ path }) => path !== 'kernel/clock.ts')
  const readers = clockless.filter(({ path }) => /new Date\(\)|Date\.now\(\)/.test(source(path)))
  expect(readers.map(({ path }) => path)).toEqual([])
})

test('data-* attributes are named only in hooks files', () => {
  // Imports read the attributes of other sites.
  const others = sourceFiles().filter(
    ({ path }) => !path.endsWith('/hooks.ts') && !path.startsWith('import/'),
  )
  const literal = others.filter(({ path }) => /(?<![\w-])data-[a-z]|\bdataset\b/.test(source(path)))
  expect(literal.map(({ path }) => path)).toEqual([])
})

test('style sheets name only data-* attributes of hooks', async () => {
  const known = (await hooks()).flatMap(({ attributes }) => attributes)
  const inStyles = [...styles().matchAll(/\bdata-[a-z-]+/g)].map(([name]) => name)
  expect(inStyles.filter((name) => !known.includes(name))).toEqual([])
})

test('every hook connects a view to a behaviour or a style sheet', async () => {
  const texts = sourceFiles().map((file) => ({ ...file, text: source(file.path) }))
  const halves = (await hooks()).filter(({ name, path }) => {
    const word = new RegExp(`\\b${name}\\b`)
    const uses = texts.filter(
      (file) => file.path !== path && file.text.includes(name) && word.test(file.text),
    )
    const isWritten =
      uses.some(({ step }) => step !== 'client') || WRITTEN_BY_BROWSERS.includes(name)
    const isRead = uses.some(({ step }) => step === 'client') || FOR_STYLES_AND_TESTS.includes(name)
    return !isWritten || !isRead
  })
  expect(halves.map(({ name }) => name)).toEqual([])
})

test('commands for operators import nothing from tools', () => {
  const scripts = filesIn('scripts', /\.(ts|mjs)$/)
  expect(scripts.length).toBeGreaterThan(100)
  expect(
    scripts.filter((path) => /'[^'\n]*\.\.\/tools\//.test(readFileSync(inRoot(path), 'utf8'))),
  ).toEqual([])
})

function isView({ step, feature }: SourceFile): boolean {
  return step === 'web' && feature !== undefined
}

function isForBrowsers(file: SourceFile): boolean {
  return ['client', 'hooks', 'import', 'kernel'].includes(file.step)
}

function foldersIn(folder: string): string[] {
  return readdirSync(new URL(`../../src/${folder}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/**
 * Every hook that connects a view and a behaviour, by its exported name, with its `data-*`
 * attributes.
 */
async function hooks() {
  const found: { name: string; path: string; attributes: string[] }[] = []
  for (const { path } of sourceFiles().filter(({ path }) =>
    /^(features|web|kernel\/html)\/.*hooks\.ts$/.test(path),
  )) {
    const exported: Record<string, unknown> = await import(
      new URL(`../../src/${path}`, import.meta.url).href
    )
    for (const [name, hook] of Object.entries(exported))
      found.push({ name, path, attributes: attributesOf(hook) })
  }
  return found
}

function attributesOf(hook: unknown): string[] {
  if (typeof hook === 'function' && 'mark' in hook && 'facts' in hook) {
    const facts = hook.facts as { name: string }[]
    return [String(hook.mark), ...facts.map(({ name }) => name)]
  }
  return Object.values(hook ?? {}).map(String)
}

const CODE = '{src,api-client,scripts,tools,test}/**/*.{ts,tsx}'

test('the name of a maximum ends with MAX', () => {
  const files = globSync(CODE, { cwd: inRoot() }).filter((path) => !path.includes('generated'))
  expect(files.length).toBeGreaterThan(500)
  const others = files.flatMap((path) =>
    [
      ...readFileSync(inRoot(path), 'utf8').matchAll(/\bconst (\w*(?:MOST|LARGEST)\w*|MAX\w*)\b/g),
    ].map(([, name]) => `${path} ${name}`),
  )
  expect(others).toEqual([])
})

test('the icons in the style sheet are the icons of the pages', () => {
  const css = readFileSync('static/css/components/post-list.css', 'utf8')
  const drawn = [...css.matchAll(/\/\* (\w+) \*\/\s*--drawing: [^;]*d='([^']+)'/g)]
  expect(drawn).toHaveLength(3)
  for (const [, name, path] of drawn)
    expect(String(drawings(`<use href="#i-${name}"`))).toContain(`<path d="${path}"/>`)
})

test('no view has a JSX <svg> or <head>, which would slow down the rendering of every element', () => {
  const views = sourceFiles().filter(({ path }) => path.endsWith('.tsx'))
  expect(views.length).toBeGreaterThan(100)
  const found = views.filter(
    ({ path }) =>
      /^\s*<(svg|head)\b/m.test(source(path)) || /[({>] ?<(svg|head)[\s>]/.test(source(path)),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

/** Lines of the UI texts, without comments. */
function linesWith(pattern: RegExp): string[] {
  return sourceFiles().flatMap(({ path }) =>
    source(path)
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
}

test('Chinese texts use full-width punctuation', () => {
  expect(linesWith(/[\u4e00-\u9fff][:;,?!](?=[\s'`<]|[\u4e00-\u9fff]|\$\{)/)).toEqual([])
})

test('English texts say log in, favourites and notifications, and none of the other words for them', () => {
  const inText = (words: string) =>
    new RegExp(`['\`>“][^'\`=]*\\b(?:${words})\\b[^'\`]* [^'\`]*['\`<]`)
  expect(linesWith(inText('[Ss]ign(?:ed|s|ing)? (?:in|out)'))).toEqual([])
  expect(linesWith(inText('[Bb]ookmarks?'))).toEqual([])
  expect(linesWith(inText('(?:[Nn]o|[Uu]nread|[Ss]ystem|[Oo]lder) messages'))).toEqual([])
})

test('texts use one term for submitting a rejected post again', () => {
  expect(linesWith(/\bresubmit|重新提交|再次提交审核|[^次]再提交/i)).toEqual([])
})
