import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** Nobody is left to look at where the readers came from. */
export function eraseSources(uid: number): Statement {
  return sql`DELETE FROM author_sources WHERE author_id = ${uid}`
}
