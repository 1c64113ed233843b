/** The cost for the viewer, which is also the gain of the post's author. */
export const ENERGIZE_COST = { light: 1, heavy: 2 } as const

/** The maximum energy that one user can give one post, also enforced by the trigger post_energize_log_cap. */
export const ENERGIZE_CAP = 20

/** The exp that the viewer earns per energy given, up to the daily cap. */
export const EXP_PER_ENERGY = 10
