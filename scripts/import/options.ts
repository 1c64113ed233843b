import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'

export type ImportOptions = ReturnType<typeof optionsIn>

export const USAGE =
  'import <file or folder> [--dry-run] [--as <uid>] [--map <file>] [--write-map <file>] [--canonical] [--copy-images] [--remote]'

/** docs/importing.md describes each of them. `as` is the account that gets all posts. */
export function optionsIn(args: string[]) {
  const { values, positionals } = parsed(args)
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw usage()
  return {
    path,
    isDryRun: values['dry-run'] ?? false,
    as: values.as ?? null,
    map: values.map ?? null,
    writeMap: values['write-map'] ?? null,
    keepsCanonical: values.canonical ?? false,
    copiesImages: values['copy-images'] ?? false,
  }
}

/** Relative to the folder of the command: a running site has another working folder. */
export function resolved(args: string[]): string[] {
  const { path, isDryRun, as, map, writeMap, keepsCanonical, copiesImages } = optionsIn(args)
  return [
    resolve(path),
    ...(isDryRun ? ['--dry-run'] : []),
    ...(as === null ? [] : [`--as=${as}`]),
    ...(map === null ? [] : [`--map=${resolve(map)}`]),
    ...(writeMap === null ? [] : [`--write-map=${resolve(writeMap)}`]),
    ...(keepsCanonical ? ['--canonical'] : []),
    ...(copiesImages ? ['--copy-images'] : []),
  ]
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        as: { type: 'string' },
        map: { type: 'string' },
        'write-map': { type: 'string' },
        canonical: { type: 'boolean' },
        'copy-images': { type: 'boolean' },
      },
    })
  } catch {
    throw usage()
  }
}

const usage = () => new Failure(`usage: npm run joule -- ${USAGE}`)
