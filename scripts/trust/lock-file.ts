import { readFile } from 'node:fs/promises'
import { inRoot } from '../build/paths.ts'

export interface Locked {
  name: string
  version: string
  licence: string
  /** The hash that `npm ci` verifies. */
  integrity: string | undefined
}

/** Every package that `npm ci` may install, on any system. */
export async function lockedPackages(): Promise<Locked[]> {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')) as LockFile
  const installed = Object.entries(packages).filter(([place]) => place !== '')
  return installed.map(([place, { name, version, license, integrity }]) => ({
    name: name ?? packageAt(place) ?? place,
    version,
    licence: license ?? 'none named',
    integrity,
  }))
}

const FOLDER = 'node_modules/'

/** The package of a file, by its path. */
export function packageAt(path: string): string | undefined {
  const start = path.lastIndexOf(FOLDER)
  return start < 0 ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(start + FOLDER.length))?.[0]
}

export const idOf = ({ name, version }: Pick<Locked, 'name' | 'version'>) => `${name}@${version}`

interface LockFile {
  packages: Record<string, { name?: string; version: string; license?: string; integrity?: string }>
}
