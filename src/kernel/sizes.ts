/** Maximum size of an uploaded file, without the form around it. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024
export const CSV_BYTES_MAX = 1024 * 1024
export const JSON_BODY_MAX = 1024 * 1024
/** Maximum bytes of the style sheet of the owner. */
export const CSS_BYTES_MAX = 64 * 1024

/**
 * Maximum side of a decoded image, in pixels. Decoding needs several times 4 bytes per pixel, and
 * an isolate has 128 MB.
 */
export const DECODED_SIDE_MAX = 2_048

export const REPORT_TEXT_MAX = 500

export const EMAIL_MAX = 254

/** Maximum characters of a search query. */
export const QUERY_MAX = 100

/** Maximum items of one batch call. */
export const BATCH_MAX = 50

/** A size in the form that people read: `5 MB`. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
