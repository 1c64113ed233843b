import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(ROOT, 'src')

/**
 * Layers: a file imports from its own layer or a lower one. Browser code is a separate stack that
 * imports only the kernel, the readers of imports, and the hooks that connect views and behaviours.
 */
export const STEPS = [
  'kernel',
  'import',
  'compute',
  'hooks',
  'db',
  'domain',
  'web',
  'routes',
  'root',
] as const
type Step = (typeof STEPS)[number] | 'client'

export interface SourceFile {
  /** Below src: `features/publishing/lists/list.ts`. */
  path: string
  step: Step
  /** A folder of src/features, such as `publishing`. */
  area: string | undefined
  /** With its area: `publishing/posts`. */
  feature: string | undefined
  /** Of administration: `frame`, or one of its rooms. */
  room: string | undefined
  imports: Import[]
}

type Link = ReturnType<typeof links>[number]

let files: readonly SourceFile[] | undefined

/** Read once per process: a dozen tests look through all of them. */
export function sourceFiles(): readonly SourceFile[] {
  files ??= filesIn('src', /\.tsx?$/).map((name) => {
    const path = name.slice('src/'.length)
    return { path, ...homeOf(path), imports: importsOf(source(path)) }
  })
  return files
}

export function links() {
  const known = new Map(sourceFiles().map((file) => [file.path, file]))
  return [...known.values()].flatMap((from) =>
    from.imports.flatMap(({ name, runs, isType }) => {
      const to = known.get(resolve(from.path, name) ?? '')
      return to ? [{ from, to, runs, isType }] : []
    }),
  )
}

/** The links that are part of a cycle. `nameOf` maps a file to the node of the graph. */
export function circular(all: Link[], nameOf: (file: SourceFile) => string | undefined): Link[] {
  let left = all.filter(({ from, to }) => nameOf(from) !== nameOf(to))
  // Repeatedly removes nodes without imports or importers, which are on no cycle.
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const [users, used] = [
      new Set(left.map(({ from }) => nameOf(from))),
      new Set(left.map(({ to }) => nameOf(to))),
    ]
    left = left.filter(({ from, to }) => used.has(nameOf(from)) && users.has(nameOf(to)))
  }
  return left
}

export function named(found: Link[]): string[] {
  return found.map(({ from, to }) => `${from.path} -> ${to.path}`)
}

const texts = new Map<string, string>()

export function source(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(SRC, path), 'utf8')
  texts.set(path, text)
  return text
}

/** All style sheets, concatenated. */
export function styles(): string {
  return filesIn('static/css', /\.css$/)
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
}

/** Paths relative to the project root. */
export function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path}`)
}

function homeOf(path: string): Pick<SourceFile, 'step' | 'area' | 'feature' | 'room'> {
  const [top, area, name, fourth] = path.split('/')
  const file = path.split('/').at(-1) ?? ''
  const step = stepOf(path, top ?? '', file)
  if (top !== 'features') return { step, area: undefined, feature: undefined, room: undefined }
  const feature = `${area}/${name}`
  return {
    step,
    area,
    feature,
    room: feature === 'operations/admin' && fourth !== file ? fourth : undefined,
  }
}

function stepOf(path: string, top: string, file: string): Step {
  if (['client', 'kernel', 'import', 'compute', 'db'].includes(top)) return top as Step
  if ((top !== 'web' && top !== 'features') || path === 'features/operations/admin/index.ts')
    return 'root'
  if (file === 'hooks.ts') return 'hooks'
  if (/^(.*-)?(api|pages|routes)\.tsx?$/.test(file)) return 'routes'
  return top === 'web' || isShown(path, file) ? 'web' : 'domain'
}

/** Views, texts, the page shell, and the HTTP code of a feature besides its routes. */
function isShown(path: string, file: string): boolean {
  return (
    file.endsWith('.tsx') ||
    /^text(-.*)?\.ts$/.test(file) ||
    /^features\/(core\/shell|[^/]+\/[^/]+\/http)\//.test(path)
  )
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[\w*{][^'"()]*?\sfrom\s+)?'([^']+)'/gm
const LATER = /(\btypeof )?\bimport\(\s*'([^']+)'\s*,?\s*\)(\.[A-Z])?/g

export interface Import {
  /** As written: `#web/markdown.ts`, `./source.ts`, `hono`. */
  name: string
  /** Whether the imported file must be loaded first. False for types and lazy imports. */
  runs: boolean
  isType: boolean
}

export function importsOf(text: string): Import[] {
  const atOnce = [...text.matchAll(STATEMENT)].map(([, type, name = '']) => {
    return { name, runs: type === undefined, isType: type !== undefined }
  })
  const later = [...text.matchAll(LATER)].map(([, typeOf, name = '', member]) => {
    return { name, runs: false, isType: typeOf !== undefined || member !== undefined }
  })
  return [...atOnce, ...later]
}

function resolve(from: string, name: string): string | null {
  if (name.startsWith('.')) return relative(SRC, join(SRC, dirname(from), name))
  const own = { '#app': 'app.tsx', '#env': 'env.ts', '#jobs': 'jobs.ts' }[name]
  return own ?? (name.startsWith('#') ? name.slice(1) : null)
}
