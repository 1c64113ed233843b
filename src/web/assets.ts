import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/** Changes with every build that changes what pages refer to. */
export const EDITION = encodeURIComponent(Object.values(assets).join())

/** The hashed path of a built file: `asset('site.css')` is `/build/site-3F2A.css`. */
export function asset(name: string): string {
  const path = assets[name]
  if (path === undefined) throw new Error(`${name} is not among the built assets: run the build again`)
  return path
}
