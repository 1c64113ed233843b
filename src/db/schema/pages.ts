import { integer, real, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/core.ts'
import { internal, personal, ref, secret, stored, user } from '#db/schema/stored.ts'
import { DAY } from '#kernel/clock.ts'

export const accountExports = stored(
  'account_exports',
  {
    why: ['准备好的数据导出', 'Prepared exports'],
    of: 'user_id',
    seenBy: 'person',
    kept: { time: 1 * DAY },
    bound: { most: 3, per: 'person' },
    erasure: 'deleted',
    export: { not: ['与这份导出相同，保存一天', 'exports like this one, stored for a day'] },
  },
  {
    id: secret(text().primaryKey()),
    user_id: user(ref(() => users.uid)),
    format: personal(text({ enum: ['json', 'zip', 'ghost'] }).notNull()),
    origin: personal(text()),
    status: personal(
      text({ enum: ['preparing', 'ready', 'failed'] })
        .notNull()
        .default('preparing'),
    ),
    progress: personal(real().notNull().default(0)),
    bytes: personal(integer().notNull().default(0)),
    attempts: internal(integer().notNull().default(0)),
    claim: internal(text()),
    claimed_until: internal(text().notNull()),
    work: internal(text()),
    created_at: personal(text().notNull()),
    expires_at: personal(text()),
  },
  (t) => [uniqueIndex('account_exports_one_of_each').on(t.user_id, t.format)],
)

/** Exports of large accounts. */
export type AccountExport = typeof accountExports.$inferSelect
