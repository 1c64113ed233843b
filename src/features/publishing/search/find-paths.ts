import type { Wanted } from '#features/publishing/search/find.ts'

/** The address of a search. What is left out of it, or undefined, narrows nothing. */
export function searchPath(wanted: Wanted): string {
  const given = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  // As a form would write it. Not by URLSearchParams: a page has fifty of these, and they were a tenth of its time.
  return `/search?${given.join('&').replaceAll('%20', '+')}`
}
