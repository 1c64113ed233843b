import type { Wanted } from '#features/posts/find.ts'

/** The address of a search. What is left out of it, or undefined, narrows nothing. */
export function searchPath(wanted: Wanted): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return `/search?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
