import { baseName, folderOf } from '#import/source-files.ts'

/**
 * Finds the file of an archive to which the address of an image in a post refers; null if there is
 * none.
 */
export type FindFile = (source: string) => string | null

/**
 * `file` is the name of the file with the post, to which relative addresses belong. `url` is the
 * address of the post: the archive may contain images of the same site.
 */
export function fileFinder(
  names: readonly string[],
  file = '',
  url: string | null = null,
): FindFile {
  const index = indexOf(names)
  const folder = folderOf(file)
  const host = url === null ? null : (URL.parse(url)?.host ?? null)
  return (source) => {
    const address = URL.parse(source.startsWith('//') ? `https:${source}` : source)
    if (
      address !== null &&
      (host === null || address.host !== host || !/^https?:$/.test(address.protocol))
    )
      return null
    const path = decoded((address?.pathname ?? source).replace(/[?#].*$/s, ''))
    const parts = normalised(address !== null || path.startsWith('/') ? path : folder + path)
    const exact = parts.join('/')
    if (exact === '') return null
    if (index.all.has(exact)) return exact
    // A name without a folder is not enough to recognise the file of a web address.
    if (address !== null && parts.length < 2) return null
    const wanted = normalised(path)
    const matches = (name: string, tail: string) => name === tail || name.endsWith(`/${tail}`)
    const candidates = index.byName.get(wanted.at(-1) ?? '')?.slice(0, SAME_NAME_MAX) ?? []
    return candidates.find((name) => matches(name, wanted.join('/'))) ?? null
  }
}

/**
 * Only this many candidates with the same name are compared, because more would make a hostile
 * archive slow.
 */
const SAME_NAME_MAX = 50

interface Index {
  all: ReadonlySet<string>
  byName: ReadonlyMap<string, string[]>
}

const indexes = new WeakMap<readonly string[], Index>()

function indexOf(names: readonly string[]): Index {
  const known = indexes.get(names)
  if (known) return known
  const index = { all: new Set(names), byName: Map.groupBy(names, baseName) }
  indexes.set(names, index)
  return index
}

/** A path that is not valid percent-encoding stays as it is. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The parts of a path without `.` and `..`. */
function normalised(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}
