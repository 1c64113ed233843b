import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/**
 * Inline scripts of every page, allowed by hash: `reading` for visitors, else `whole`. `worker` is
 * the service worker.
 */
export const FIRST_SCRIPTS: Record<'reading' | 'whole' | 'worker', { text: string; hash: string }> =
  build.firstScripts

/** Identifies the build: changes whenever a file that pages refer to or contain changes. */
export const EDITION: string = build.id

/**
 * Whether the path is in `static/`, which is served before the Worker is asked, or would be if the
 * file existed.
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
