/** Charged to an author who deletes a post, also if the balance becomes negative. */
export const DELETE_POST_COST = 2
