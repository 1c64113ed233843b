import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/** The script client/first, written into the head of every page. The Content-Security-Policy allows it by its hash. */
export const FIRST_SCRIPT: { text: string; hash: string } = build.firstScript

/** Names the build: changes whenever a file that pages refer to or contain changes. */
export const EDITION = encodeURIComponent([...Object.values(assets), FIRST_SCRIPT.hash].join())

/** The hashed path of a built file: `asset('site.css')` is `/build/site-3F2A.css`. */
export function asset(name: string): string {
  const path = assets[name]
  if (path === undefined) throw new Error(`${name} is not among the built assets: run the build again`)
  return path
}
