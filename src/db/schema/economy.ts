import { integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/core.ts'
import { recorded, ref, site, stored, told, user } from '#db/schema/stored.ts'
import { ENERGY_REASONS } from '#db/values.ts'

export const energyLog = stored(
  'energy_log',
  {
    why: ['能量账本：每一次增减', 'The energy ledger: every change of a balance'],
    of: 'user_id',
    seenBy: 'personAndAdmins',
    kept: 'record',
    bound: [
      'energy',
      { most: 1, per: 'user_check_ins' },
      { most: 'ACTIVITY_MAX.moves_of_day', per: 'personAndDay' },
    ],
    erasure: 'kept',
    export: ['energy'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    user_id: user(ref(() => users.uid)),
    amount: recorded(integer().notNull()),
    reason: recorded(text({ enum: ENERGY_REASONS }).notNull()),
    balance_after: recorded(integer().notNull()),
    exp_gained: recorded(integer().notNull().default(0)),
    note: told(text(), { erase: { account: null } }),
    post_id: recorded(integer()),
    created_at: recorded(text().notNull()),
  },
)

export const ledgerDays = stored(
  'ledger_days',
  {
    why: ['每天在账本中的起止编号', 'First and last entry of the ledger per day'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    day: site(text().primaryKey()),
    first_id: site(integer().notNull()),
    last_id: site(integer().notNull()),
  },
)

export const levels = stored(
  'levels',
  {
    why: ['每个等级所需的经验', 'The exp that each level needs'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    level: site(integer().primaryKey()),
    floor: site(integer().notNull().unique()),
  },
)

export const hotScale = stored(
  'hot_scale',
  { why: ['热度的刻度', 'The scale of the hot rank'], of: null, seenBy: 'software', kept: 'site' },
  {
    score: site(integer().primaryKey()),
    seconds: site(integer().notNull()),
  },
)

export const userCheckIns = stored(
  'user_check_ins',
  {
    why: ['签到的日子', 'Days with a check-in'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'personAndDay' },
    erasure: 'kept',
    export: ['check_ins'],
  },
  {
    user_id: user(ref(() => users.uid)),
    day: recorded(text().notNull()),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
)

export const newCheckIns = stored(
  'new_check_ins',
  {
    why: ['永远没有行：触发器用它完成签到', 'Never has a row: its trigger does a check-in'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    user_id: site(integer().primaryKey()),
    day: site(text().notNull()),
    at: site(text().notNull()),
  },
)

export const userTasks = stored(
  'user_tasks',
  {
    why: ['完成的新手任务', 'Completed tasks of new users'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 3, per: 'person' },
    erasure: 'kept',
    export: ['tasks'],
  },
  {
    user_id: user(ref(() => users.uid)),
    task: recorded(text({ enum: ['avatar', 'username', 'signature'] }).notNull()),
    completed_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.task] })],
)

export const dailyExpSummary = stored(
  'daily_exp_summary',
  {
    why: ['每天获得的经验', 'Exp per day'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'personAndDay' },
    erasure: 'kept',
    export: ['exp_by_day'],
  },
  {
    user_id: user(ref(() => users.uid)),
    day: recorded(text().notNull()),
    exp: recorded(integer().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
)

export type LedgerRow = typeof energyLog.$inferSelect
export type EnergyReason = LedgerRow['reason']
export type Task = (typeof userTasks.$inferSelect)['task']
