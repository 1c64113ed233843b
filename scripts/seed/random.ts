/** A deterministic random generator: demo sites created at the same time are identical. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(low: number, high: number): number
  /** Both limits are inclusive. */
  integer(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** A random delay: mostly short, sometimes long. */
  wait(mean: number): number
}

/** The same name gives the same numbers. */
export function randomFrom(name: string): Random {
  let state = hashOf(name)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    integer,
    happens: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)] as T,
    shuffled: <T>(list: readonly T[]) =>
      list
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
    wait: (mean: number) => -Math.log(1 - next()) * mean,
  }
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
