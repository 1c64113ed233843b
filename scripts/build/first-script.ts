import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { inRoot } from './paths.ts'

/** The script that stands in every page itself, and what Content-Security-Policy lets it through by. */
export interface FirstScript {
  text: string
  hash: string
}

export const FIRST_SCRIPT = inRoot('node_modules/.cache/joule/first-script.js')

export async function buildFirstScript(shared: BuildOptions): Promise<void> {
  const { build } = await import('esbuild')
  const { bundle, minify, target, charset, legalComments, absWorkingDir, logLevel, plugins } = shared
  const options = { bundle, minify, target, charset, legalComments, absWorkingDir, logLevel, plugins } as BuildOptions
  const { outputFiles } = await build({
    ...options,
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
