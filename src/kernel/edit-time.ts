/** A comment may be edited for so long. The trigger comments_are_edited_in_time knows the same number. */
export const EDIT_MINUTES = 15
