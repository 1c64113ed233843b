/**
 * Minimum exp of each level from Lv0. The table `levels` has the same numbers for the trigger users_level_up. Levels are
 * computed, never stored.
 */
export const LEVEL_FLOORS = [0, 1, 50, 200, 1500, 4500, 10800] as const

export const LEVEL_MAX = LEVEL_FLOORS.length - 1

/** Rewards of a check-in. Defined in core because the shell shows them and core cannot import from economy. */
export const CHECK_IN_EXP = 5
export const CHECK_IN_ENERGY = 1

export function levelOf(exp: number): number {
  return Math.max(
    LEVEL_FLOORS.findLastIndex((floor) => exp >= floor),
    0,
  )
}
