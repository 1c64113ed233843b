import { EXTENSIONS, type ImageType } from '#features/core/images/image-type.ts'
import { randomId } from '#kernel/ids.ts'

/** A random key that is never reused, so the file of a key never changes. */
export function newImageKey(type: ImageType): string {
  return `${randomId()}.${EXTENSIONS[type]}`
}

/** Null if the key has no valid format. */
export function typeOfKey(key: string): ImageType | null {
  const extension = /^[A-Za-z0-9_-]{22}\.([a-z]{3,4})$/.exec(key)?.[1]
  const entry = Object.entries(EXTENSIONS).find(([, ending]) => ending === extension)
  return entry === undefined ? null : (entry[0] as ImageType)
}
