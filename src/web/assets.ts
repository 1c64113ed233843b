import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/**
 * Of client/first, written into the head of every page: `reading` where a visitor reads, else `whole`. The
 * Content-Security-Policy allows them by their hashes.
 */
export const FIRST_SCRIPTS: Record<'reading' | 'whole', { text: string; hash: string }> = build.firstScripts

/** Names the build: changes whenever a file that pages refer to or contain changes. */
export const EDITION = encodeURIComponent(
  [...Object.values(assets), ...Object.values(FIRST_SCRIPTS).map(({ hash }) => hash)].join(),
)

/** The hashed path of a built file: `asset('site.css')` is `/build/site-3F2A.css`. */
export function asset(name: string): string {
  const path = assets[name]
  if (path === undefined) throw new Error(`${name} is not among the built assets: run the build again`)
  return path
}
