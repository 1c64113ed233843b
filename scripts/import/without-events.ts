import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * The same batch without events for webhooks, because old posts are not news. The trigger
 * `webhook_events_queue` reads the row that the batch writes first and deletes last.
 */
export function withoutEvents(statements: readonly Statement[]): Statement[] {
  return [
    sql`INSERT INTO site_state (key, value) VALUES ('webhooks.quiet', '1')`,
    ...statements,
    sql`DELETE FROM site_state WHERE key = 'webhooks.quiet'`,
  ]
}
