import { FairQueue } from '#kernel/fair-queue.ts'

/**
 * Kinds of long work that need secrets or the database, so they cannot go to the compute Worker:
 * password hashes, and pieces of files and lists with thousands of rows.
 */
type Kind = 'passwords' | 'rows'

const queue = new FairQueue({ most: 1, mostOfOne: 1 })

/**
 * Runs one piece of long work at a time in an isolate; the kinds take turns. Between two pieces the
 * isolate serves other requests, so a reader waits for one piece and not for those of all requests
 * that run at once. A piece should take at most 0.1 s of CPU time.
 */
export function oneAtATime<T>(kind: Kind, piece: () => Promise<T>): Promise<T> {
  return queue.run(kind, piece)
}
