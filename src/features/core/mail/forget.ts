import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { after, DAY } from '#kernel/clock.ts'

/** For how long the owner sees what became of a mail. */
export const OUTBOX_KEPT_FOR = 30 * DAY
const ROWS_A_RUN = 1_000

/** For the cron: mails that were settled long ago, a bounded number at a time. */
export function forgetOldMail(now: Date): Statement {
  const oldest = after(now, -OUTBOX_KEPT_FOR).toISOString()
  return sql`
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled_at <= ${oldest} LIMIT ${ROWS_A_RUN})`
}
