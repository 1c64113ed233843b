/** How long something can be taken back that others would learn of. */
export const UNDO_SECONDS = 5
