/**
 * The key of the uid of the user whose posts this browser has saved, or who gets push messages in
 * it.
 */
export const OWNER = 'joule-app-owner'

/** Caches of saved posts. The name ends with the path of the post. */
export const SAVED = 'joule-saved-'
