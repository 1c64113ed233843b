import build from '../generated/build.json'

const assets: Record<string, string> = build.assets

/** The hashed path of a built file: `asset('site.css')` is `/build/site-3F2A.css`. */
export function asset(name: string): string {
  const path = assets[name]
  if (path === undefined) throw new Error(`${name} is not among the built assets: run the build again`)
  return path
}
