/**
 * The cost in milliseconds of CPU time of the things that a request does, as far as no clock can
 * measure it: the clock of a Worker stands still between two calls of the database, the bucket or
 * another Worker. `Meter` of db/client.ts adds them to the times that were measured.
 *
 * Measured on the development machine (two shared cores, Miniflare, 2026-11-19).
 */
export const PRICES = {
  /** Routing, session and rendering. A signed-in page takes 3.3 ms with its database call. */
  request: 2,
  /** Sending a query and its result. D1 does not count this time in `meta.duration`. */
  roundTrip: 0.5,
  /**
   * JSON and transport of one row of a result. 10,000 rows of 80 bytes take 36 ms in all, of which
   * reading takes 13 ms. The time of rows that are only read or written is in `meta.duration`:
   * 100,000 rows take 14 ms, and 1,000 written rows take 1 ms.
   */
  row: 0.002,
  /** Parsing and validation of one byte of a JSON body: 24 ms for 1 MiB of keys. */
  bodyByte: 24 / (1024 * 1024),
  /** Storing a file in the bucket. A file of 1 kB takes 2.8 ms. */
  file: 2,
  /** Receiving and storing one byte of a file. A file of 5 MB takes 110 ms. */
  storedByte: 110 / 5_000_000,
} as const
