/** The bytes of an uploaded file itself, without the form around it. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024
export const JSON_BODY_MAX = 1024 * 1024

/** How many things one call may act on. */
export const BATCH_MAX = 50

/** As a person reads it: `5 MB`. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
