/** Charged to an author who deletes a post, also from a negative balance. */
export const DELETE_POST_COST = 2
