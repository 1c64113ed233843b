import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'

export type ImportOptions = ReturnType<typeof optionsIn>

export const USAGE =
  'import <file or folder> [--dry-run] [--as <uid>] [--map <file>] [--canonical] [--copy-images] [--remote]'

/** docs/importing.md describes each of them. `as` is the account that gets all posts. */
export function optionsIn(args: string[]) {
  const { values, positionals } = parsed(args)
  return {
    path: positionals[0] ?? '',
    isDryRun: values['dry-run'] ?? false,
    as: values.as ?? null,
    map: values.map ?? null,
    keepsCanonical: values.canonical ?? false,
    copiesImages: values['copy-images'] ?? false,
  }
}

/** Relative to the folder of the command: a running site has another working folder. */
export function resolved(args: string[]): string[] {
  const { values, positionals } = parsed(args)
  const options = Object.entries(values).map(([name, value]) => {
    if (value === true) return `--${name}`
    return `--${name}=${name === 'as' ? value : resolve(String(value))}`
  })
  return [...positionals.map((path) => resolve(path)), ...options]
}

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  as: { type: 'string' },
  map: { type: 'string' },
  canonical: { type: 'boolean' },
  'copy-images': { type: 'boolean' },
} as const

function parsed(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    if (positionals.length === 1) return { values, positionals }
  } catch {
    // An unknown option.
  }
  throw usage()
}

const usage = () => new Failure(`usage: npm run joule -- ${USAGE}`)
