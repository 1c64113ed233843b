import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { concurrently } from '../backup/concurrently.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'

const USAGE = 'usage: npm run audit [-- --offline | --save]'

/**
 * `npm run audit`: checks the packages of package-lock.json against the registry, or against the
 * snapshot in this repository.
 */
export async function audit(args: string[]): Promise<void> {
  const [option, ...rest] = args
  if (rest.length > 0 || (option !== undefined && !['--offline', '--save'].includes(option)))
    throw new Failure(USAGE)
  const packages = await lockedPackages()
  const snapshot =
    option === '--offline' ? await readSnapshot() : await askRegistry(packages, new Date())
  if (option === '--save') await writeFile(FILE, `${JSON.stringify(snapshot, null, 2)}\n`)
  console.log(findings(snapshot, packages.map(idOf)).join('\n'))
  if (snapshot.advisories === null)
    throw new Failure('vulnerabilities could not be checked: the registry has no audit endpoint')
}

/**
 * The findings of a snapshot for these packages, as lines to print. Throws for a vulnerability, and
 * for a package that is not in the snapshot.
 */
export function findings(
  { taken_at, packages, deprecated, advisories }: Snapshot,
  ids: string[],
): string[] {
  const known = new Set(packages)
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new Failure(
      `not audited: ${unknown.slice(0, 5).join(', ')}; run "npm run audit -- --save"`,
    )
  const holes = advisories?.map(
    (hole) => `${hole.package} ${hole.range}: ${hole.title} (${hole.severity}, ${hole.url})`,
  )
  if (holes && holes.length > 0)
    throw new Failure(`vulnerable packages in package-lock.json:\n${holes.join('\n')}`)
  return [
    `${new Set(ids).size} packages, checked against the registry on ${taken_at.slice(0, 10)}`,
    ...Object.entries(deprecated).map(([id, words]) => `deprecated: ${id}: ${words}`),
    advisories === null
      ? 'vulnerabilities: not checked (the registry has no audit endpoint)'
      : 'vulnerabilities: none',
  ]
}

/** For the static checks, because it needs no network. */
export async function auditOffline(): Promise<string[]> {
  return findings(await readSnapshot(), (await lockedPackages()).map(idOf))
}

export interface Snapshot {
  taken_at: string
  /** Every audited `name@version`, sorted. */
  packages: string[]
  /** The deprecation messages, by `name@version`. */
  deprecated: Record<string, string>
  /**
   * Vulnerabilities of these versions. Null if the registry has no audit endpoint: then the
   * snapshot proves nothing.
   */
  advisories: (Advisory & { package: string })[] | null
}

const FILE = inRoot('scripts/trust/snapshot.json')

async function readSnapshot(): Promise<Snapshot> {
  return JSON.parse(await readFile(FILE, 'utf8'))
}

/**
 * Checks every locked version in the registry: it exists, has the same hash and is not deprecated.
 */
async function askRegistry(packages: Locked[], now: Date): Promise<Snapshot> {
  const registry = (await npm('config', 'get', 'registry')).trim().replace(/\/?$/, '/')
  const deprecated: Record<string, string> = {}
  await concurrently(packages, async (locked) => {
    const published = await publishedIn(registry, locked)
    if (locked.integrity && published.dist.integrity !== locked.integrity)
      throw new Failure(
        `${idOf(locked)} has another hash in the registry than in package-lock.json`,
      )
    if (published.deprecated) deprecated[idOf(locked)] = published.deprecated
  })
  const ids = [...new Set(packages.map(idOf))].sort()
  const inOrder = Object.fromEntries(
    Object.entries(deprecated).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return {
    taken_at: now.toISOString(),
    packages: ids,
    deprecated: inOrder,
    advisories: await advisoriesNow(),
  }
}

interface Published {
  deprecated?: string
  dist: { integrity?: string }
}

async function publishedIn(registry: string, locked: Locked): Promise<Published> {
  const url = `${registry}${locked.name.replace('/', '%2f')}/${locked.version}`
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null)
  if (response?.status === 404) throw new Failure(`${idOf(locked)} is no longer in the registry`)
  if (!response?.ok)
    throw new Failure(
      `the registry does not respond (${idOf(locked)}); --offline uses the snapshot`,
    )
  return (await response.json()) as Published
}

interface Report {
  vulnerabilities?: Record<string, { via: (string | (Advisory & { name: string }))[] }>
}

interface Advisory {
  severity: string
  title: string
  url: string
  range: string
}

/** Null if the registry has no audit endpoint: not every mirror has one. */
async function advisoriesNow(): Promise<Snapshot['advisories']> {
  const { vulnerabilities } = reportIn(await npm('audit', '--json', '--package-lock-only'))
  if (!vulnerabilities) return null
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one !== 'string'),
  )
  return all.map(({ name, severity, title, url, range }) => ({
    package: name,
    severity,
    title,
    url,
    range,
  }))
}

function reportIn(said: string): Report {
  try {
    return JSON.parse(said)
  } catch {
    return {}
  }
}

/**
 * Runs npm and returns its output, whatever the exit code: `npm audit` fails if it finds something.
 */
export function npm(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: inRoot(), maxBuffer: 64_000_000 }, (_, stdout) => resolve(stdout))
  })
}

export interface Locked {
  name: string
  version: string
  licence: string
  /** The hash that `npm ci` verifies. Undefined if the lock file has none. */
  integrity: string | undefined
}

/** Every package that `npm ci` may install, on any system. */
export async function lockedPackages(): Promise<Locked[]> {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'))
  const installed = Object.entries<InLockFile>(packages).filter(([place]) => place !== '')
  return installed.map(([place, { name, version, license, integrity }]) => ({
    name: name ?? packageAt(place) ?? place,
    version,
    licence: license ?? 'none named',
    integrity,
  }))
}

type InLockFile = { name?: string; version: string; license?: string; integrity?: string }

const FOLDER = 'node_modules/'

/** The name of the package that a file belongs to. Undefined for a file outside of node_modules. */
export function packageAt(path: string): string | undefined {
  const start = path.lastIndexOf(FOLDER)
  return start < 0 ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(path.slice(start + FOLDER.length))?.[0]
}

const idOf = ({ name, version }: Pick<Locked, 'name' | 'version'>) => `${name}@${version}`
