import { isCost, isLong } from '#test/long.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'

/** `npm test` always uses the same seed, so that it fails only because of a change. The long forms use a new one each time. */
export const seed = Number(process.env.JOULE_FUZZ_SEED || (isLong || isCost ? Date.now() % 1_000_000 : 1))

const random = randomFrom(String(seed))

/** Draws `count` items without repetition. */
export function drawn<Thing>(things: Thing[], count: number): Thing[] {
  return random.shuffled(things).slice(0, count)
}
