/** Whose posts this browser has saved, or whose push messages it gets. */
export const OWNER = 'joule-app-owner'

/** Caches of saved posts. The name ends with the path of the post. */
export const SAVED = 'joule-saved-'
