/** How long a user can undo an action that notifies others. */
export const UNDO_SECONDS = 5
