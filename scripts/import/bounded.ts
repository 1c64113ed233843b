import { ImportError, LIMITS } from '#import/import-error.ts'

/** A dump or an archive of texts becomes at most about 20 times as large. A file made to fill the disk has a factor of 1,000. */
const EXPANSION_MAX = 100

/** Ends with an error if the unpacked bytes exceed the limit. `read` returns the packed bytes that were read so far. */
export async function* bounded(
  unpacked: AsyncIterable<Uint8Array>,
  read: () => number,
  name: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of unpacked) {
      bytes += piece.byteLength
      if (bytes > LIMITS.unpacked && bytes > EXPANSION_MAX * read()) throw new ImportError('unpacks_too_large', name)
      yield piece
    }
  } catch (error) {
    throw isBrokenGzip(error) ? new ImportError('invalid_dump', name) : error
  }
}

const isBrokenGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:Z_|ERR_)/.test(error.code)
