import { hook, number, text } from '#kernel/hooks.ts'

export const favoriteChoice = hook('favorite', { post: number, saved: text, removed: text })
/** The line that says that the folders are loading, or that there are none. */
export const foldersLine = hook('folders-say', { none: text })
export const folderBox = hook('folder', { id: number })
