/** What the viewer pays, and the author of the post gains. */
export const ENERGIZE_COST = { light: 1, heavy: 2 } as const

/** The most energy that one user can give one post: the trigger post_energize_log_cap. */
export const ENERGIZE_CAP = 20

/** The exp that the viewer earns for each energy given, up to the daily cap. */
export const EXP_PER_ENERGY = 10
