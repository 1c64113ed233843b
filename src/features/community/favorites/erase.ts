import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** After the account is marked as deleted: until then its default folder stays. */
export function eraseFolders(uid: number): Statement {
  return sql`DELETE FROM folders WHERE user_id = ${uid}`
}
