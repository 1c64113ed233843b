import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'

/** The options of `npm run joule -- import`. docs/importing.md describes each of them. */
export interface ImportOptions {
  /** The file or folder to import. */
  path: string
  /** Prints what an import would do, and writes nothing. */
  isDryRun: boolean
  /** The account that gets all posts. Null: each post belongs to its author. */
  as: string | null
  /** The mapping file, which names the accounts of authors and renames tags. */
  map: string | null
  /** Whether posts link to their old address as the canonical one. */
  keepsCanonical: boolean
  /** Whether images on the web are copied; else they stay links. */
  copiesImages: boolean
}

export const USAGE =
  'import <file or folder> [--dry-run] [--as <uid>] [--map <file>] [--canonical] [--copy-images] [--remote]'

export function optionsIn(args: string[]): ImportOptions {
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

/**
 * Resolves paths in the folder of the caller, because a running site has another working folder.
 */
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
