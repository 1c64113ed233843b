import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import packageJson from '../../package.json' with { type: 'json' }
import { inRoot } from '../../scripts/build/paths.ts'
import { type Import, importsOf } from './source.ts'

/** A name that starts with `#` and its path; both may end with `*`. */
const ALIASES = Object.entries(packageJson.imports)

/** The imports of each file that lead to another one of these files. Paths are from the root. */
export type Imports = ReadonlyMap<string, readonly (Import & { to: string })[]>

export function importsAmong(
  paths: readonly string[],
  read: (path: string) => string = (path) => readFileSync(inRoot(path), 'utf8'),
): Imports {
  const known = new Set(paths)
  const ofFile = (path: string) =>
    importsOf(read(path)).flatMap((one) => {
      const to = pathOf(path, one.name)
      return to !== null && known.has(to) && to !== path ? [{ ...one, to }] : []
    })
  return new Map(paths.map((path) => [path, ofFile(path)]))
}

function pathOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  for (const [alias, target] of ALIASES) {
    if (alias === name) return join(target)
    const [start, isPattern] = [alias.replace('*', ''), alias.endsWith('*')]
    if (isPattern && name.startsWith(start))
      return join(target.replace('*', name.slice(start.length)))
  }
  return null
}

/**
 * Groups of files that import each other, directly or through others. A lazy import counts, because
 * the files still cannot be understood or tested one without the other.
 */
export function circlesIn(imports: Imports, { withTypes }: { withTypes: boolean }): string[][] {
  const reached = new Map<string, Set<string>>()
  for (const start of imports.keys()) {
    const found = new Set<string>()
    const left = [start]
    for (let path = left.pop(); path !== undefined; path = left.pop())
      for (const { to, isType } of imports.get(path) ?? [])
        if ((withTypes || !isType) && !found.has(to)) {
          found.add(to)
          left.push(to)
        }
    reached.set(start, found)
  }
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) === true
  const inCircles = [...imports.keys()].filter((path) => reaches(path, path))
  const circles = inCircles.map((path) =>
    inCircles.filter((other) => reaches(path, other) && reaches(other, path)).toSorted(),
  )
  return [...new Map(circles.map((circle) => [circle[0], circle])).values()]
}
