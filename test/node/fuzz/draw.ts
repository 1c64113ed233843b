/** What was drawn is drawn again with `JOULE_FUZZ_SEED`. */
export const seed = Number(process.env.JOULE_FUZZ_SEED || Date.now() % 1_000_000)

let state = seed

/** Some of them, each at most once. */
export function drawn<Thing>(things: Thing[], count: number): Thing[] {
  const left = [...things]
  return Array.from({ length: Math.min(count, things.length) }, () => left.splice(below(left.length), 1)).flat()
}

/** The generator called mulberry32. */
function below(most: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % most
}
