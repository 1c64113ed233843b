import { EXTENSIONS, type ImageType } from '#features/core/images/image-type.ts'
import { randomId } from '#kernel/ids.ts'

/** A name that nobody can guess, and that is never used twice: so a file under it never changes. */
export function newImageKey(type: ImageType): string {
  return `${randomId()}.${EXTENSIONS[type]}`
}

/** Null for what cannot be a key of ours. */
export function typeOfKey(key: string): ImageType | null {
  const extension = /^[A-Za-z0-9_-]{22}\.([a-z]{3,4})$/.exec(key)?.[1]
  const entry = Object.entries(EXTENSIONS).find(([, ending]) => ending === extension)
  return entry === undefined ? null : (entry[0] as ImageType)
}
