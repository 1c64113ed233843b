/** `npm test` always uses the same seed, so that it fails only because of a change. The long tests use a new one each time. */
export const seed = Number(process.env.JOULE_FUZZ_SEED || (process.env.JOULE_LONG ? Date.now() % 1_000_000 : 1))

let state = seed

/** Draws `count` things without repetition. */
export function drawn<Thing>(things: Thing[], count: number): Thing[] {
  const left = [...things]
  return Array.from({ length: Math.min(count, things.length) }, () => left.splice(below(left.length), 1)).flat()
}

/** mulberry32 */
function below(most: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % most
}
