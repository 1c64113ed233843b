import { execFile } from 'node:child_process'
import { concurrently } from '../backup/concurrently.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'
import type { Snapshot } from './audit.ts'
import { idOf, type Locked } from './lock-file.ts'

/** Checks every locked version in the registry: it exists, has the same hash and is not deprecated. */
export async function askRegistry(packages: Locked[], now: Date): Promise<Snapshot> {
  const registry = (await npm('config', 'get', 'registry')).trim().replace(/\/?$/, '/')
  const deprecated: Record<string, string> = {}
  await concurrently(packages, async (locked) => {
    const published = await publishedIn(registry, locked)
    if (locked.integrity && published.dist.integrity !== locked.integrity)
      throw new Failure(`${idOf(locked)} has another hash in the registry than in package-lock.json`)
    if (published.deprecated) deprecated[idOf(locked)] = published.deprecated
  })
  const ids = [...new Set(packages.map(idOf))].sort()
  const inOrder = Object.fromEntries(Object.entries(deprecated).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { taken_at: now.toISOString(), packages: ids, deprecated: inOrder, advisories: await advisoriesNow() }
}

interface Published {
  deprecated?: string
  dist: { integrity?: string }
}

async function publishedIn(registry: string, locked: Locked): Promise<Published> {
  const url = `${registry}${locked.name.replace('/', '%2f')}/${locked.version}`
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null)
  if (response?.status === 404) throw new Failure(`${idOf(locked)} is no longer in the registry`)
  if (!response?.ok) throw new Failure(`the registry does not respond (${idOf(locked)}); --offline uses the snapshot`)
  return (await response.json()) as Published
}

interface Report {
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>
}

interface Advisory {
  name: string
  severity: string
  title: string
  url: string
  range: string
}

/** Null if the registry has no audit endpoint: not every mirror has one. */
async function advisoriesNow(): Promise<Snapshot['advisories']> {
  const { vulnerabilities } = reportIn(await npm('audit', '--json', '--package-lock-only'))
  if (!vulnerabilities) return null
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'))
  return all.map(({ name, severity, title, url, range }) => ({ package: name, severity, title, url, range }))
}

function reportIn(said: string): Report {
  try {
    return JSON.parse(said)
  } catch {
    return {}
  }
}

/** The output of npm, whatever its exit code: `npm audit` fails if it finds something. */
export function npm(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: inRoot(), maxBuffer: 64_000_000 }, (_, stdout) => resolve(stdout))
  })
}
