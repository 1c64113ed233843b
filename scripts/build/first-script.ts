import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { inRoot } from './paths.ts'

/** The script that stands in every page itself, and what Content-Security-Policy lets it through by. */
export interface FirstScript {
  text: string
  hash: string
}

export const FIRST_SCRIPT = inRoot('node_modules/.cache/joule/first-script.js')

export async function buildFirstScript(shared: BuildOptions): Promise<void> {
  const { build } = await import('esbuild')
  const { bundle, minify, target, charset, legalComments, absWorkingDir, logLevel, plugins = [] } = shared
  const options = { bundle, minify, target, charset, legalComments, absWorkingDir, logLevel } as BuildOptions
  const { outputFiles } = await build({
    ...options,
    plugins: [namesOfHooks, ...plugins],
    entryPoints: ['src/client/first/index.ts'],
    format: 'iife',
    write: false,
  })
  await mkdir(dirname(FIRST_SCRIPT), { recursive: true })
  await writeFile(FIRST_SCRIPT, outputFiles?.[0]?.text.trim() ?? '')
}

export async function readFirstScript(): Promise<FirstScript> {
  const text = await readFile(FIRST_SCRIPT, 'utf8')
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

/** The first script finds elements by the names of their hooks and reads no facts: the rest of kernel/hooks.ts stays outside. */
const namesOfHooks: Plugin = {
  name: 'names of hooks',
  setup(build) {
    build.onLoad({ filter: /src\/kernel\/hooks\.ts$/ }, () => ({ contents: NAMES_OF_HOOKS, loader: 'js' }))
  },
}

const NAMES_OF_HOOKS = `
  export const hook = (name) => ({ mark: 'data-' + name, selector: '[data-' + name + ']' })
  export const text = 0, number = 0, flag = 0, json = 0, maybe = () => 0
`
