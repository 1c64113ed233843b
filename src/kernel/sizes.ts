/** The bytes of an uploaded file itself, without the form around it. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024
export const JSON_BODY_MAX = 1024 * 1024

/** Pixels a side of what is decoded here: that needs 4 bytes a pixel several times over, and an isolate has 128 MB. */
export const DECODED_SIDE_MAX = 2_048

export const REPORT_TEXT_MAX = 500

/** Characters of a search. */
export const QUERY_MAX = 100

/** How many things one call may act on. */
export const BATCH_MAX = 50

/** As a person reads it: `5 MB`. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
