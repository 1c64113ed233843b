/** The accepted image types and the file extensions of their keys. */
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

/** Information from the header of a file. */
export interface ImageSize extends Size {
  /** More than three colour channels, or more than eight bits per channel. */
  isDeep: boolean
}

/** An image that has been checked and cleaned and may be stored. */
export interface PreparedImage extends Size {
  type: ImageType
  bytes: Uint8Array
}
