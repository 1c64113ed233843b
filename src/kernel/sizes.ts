/** Of an uploaded file itself, whatever wraps it on its way here. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024
export const JSON_BODY_MAX = 1024 * 1024

/** Of what one call does to many. */
export const BATCH_MAX = 50

/** As a person reads it: `5 MB`. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
