/** How long a comment can be edited. The trigger comments_are_edited_in_time has the same number. */
export const EDIT_MINUTES = 15
