import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/**
 * The inline scripts of client/first for the head of every page: `reading` for pages of visitors,
 * `whole` for all other pages. The Content-Security-Policy allows them by hash. `worker` is the
 * service worker.
 */
export const FIRST_SCRIPTS: Record<'reading' | 'whole' | 'worker', { text: string; hash: string }> =
  build.firstScripts

/** Identifies the build: changes whenever a file that pages refer to or contain changes. */
export const EDITION: string = build.id

/**
 * Whether a path is inside `static/`. Cloudflare serves the files of it before the Worker runs, so
 * the Worker gets such a path only if the file does not exist.
 */
export function isStaticPath(path: string): boolean {
  return build.staticNames.includes(path.split('/', 2)[1] ?? '')
}

/** The hashed path of a built file: `asset('site.css')` is `/build/site-3F2A.css`. */
export function asset(name: string): string {
  const path = assets[name]
  if (path === undefined) throw new Error(`${name} is not a built asset: run npm run build`)
  return path
}
