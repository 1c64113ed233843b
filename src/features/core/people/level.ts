/**
 * The exp at which each level begins, from Lv0 on; the table `levels` holds the same for the trigger users_level_up. A level
 * is always computed, never stored.
 */
export const LEVEL_FLOORS = [0, 1, 50, 200, 1500, 4500, 10800] as const

export const LEVEL_MAX = LEVEL_FLOORS.length - 1

/** What a check-in gives. Here because the shell, which comes before economy, shows it. */
export const CHECK_IN_EXP = 5
export const CHECK_IN_ENERGY = 1

export function levelOf(exp: number): number {
  return Math.max(
    LEVEL_FLOORS.findLastIndex((floor) => exp >= floor),
    0,
  )
}
