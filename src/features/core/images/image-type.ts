/** The types of image that are taken, with the ending of their keys. */
export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const

export type ImageType = keyof typeof EXTENSIONS

export interface Size {
  width: number
  height: number
}

/** What a file's header says of it. */
export interface ImageSize extends Size {
  /** More than three colours, or more than eight bits of each. */
  isDeep: boolean
}

/** An image that has been checked and cleaned and may be stored. */
export interface PreparedImage extends Size {
  type: ImageType
  bytes: Uint8Array
}
