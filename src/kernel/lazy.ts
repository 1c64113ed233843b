/**
 * A value that is made when it is first used. For values that are expensive to make, because every
 * value at the top level of a file is made at each cold start.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
