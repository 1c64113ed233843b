import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { inRoot } from './paths.ts'

/**
 * The first script of anonymous readers, the first script of all other pages, and the service
 * worker, which is not part of a page.
 */
export const FIRST_SCRIPTS = {
  reading: inRoot('node_modules/.cache/joule/first-script-reading.js'),
  whole: inRoot('node_modules/.cache/joule/first-script.js'),
  worker: inRoot('node_modules/.cache/joule/service-worker.js'),
}

/** Builds each first script as one classic script, because pages contain its text. */
export async function buildFirstScripts(shared: BuildOptions): Promise<void> {
  const { build } = await import('esbuild')
  const {
    bundle,
    minify,
    target,
    charset,
    legalComments,
    absWorkingDir,
    logLevel,
    plugins = [],
  } = shared
  const options = {
    bundle,
    minify,
    target,
    charset,
    legalComments,
    absWorkingDir,
    logLevel,
  } as BuildOptions
  for (const [entry, path] of [
    ['src/client/first/reading.ts', FIRST_SCRIPTS.reading],
    ['src/client/first/index.ts', FIRST_SCRIPTS.whole],
    ['src/client/app/service-worker.ts', FIRST_SCRIPTS.worker],
  ] as const) {
    const { outputFiles } = await build({
      ...options,
      plugins: [namesOfHooks, ...plugins],
      entryPoints: [entry],
      format: 'iife',
      write: false,
    })
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, outputFiles?.[0]?.text.trim() ?? '')
  }
}

/** An inline script of a page, and its hash for the Content-Security-Policy. */
export async function readFirstScript(path: string): Promise<FirstScript> {
  const text = await readFile(path, 'utf8')
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

interface FirstScript {
  text: string
  hash: string
}

/** A first script needs only the names of hooks, so the rest of kernel/hooks.ts is left out. */
const namesOfHooks: Plugin = {
  name: 'names of hooks',
  setup(build) {
    build.onLoad({ filter: /src\/kernel\/hooks\.ts$/ }, () => ({
      contents: NAMES_OF_HOOKS,
      loader: 'js',
    }))
  },
}

const NAMES_OF_HOOKS = `
  export const hook = (name) => ({ mark: 'data-' + name, selector: '[data-' + name + ']' })
  export const text = 0, number = 0, flag = 0, json = 0, maybe = () => 0
`
