import { sql } from 'drizzle-orm'
import { concerning, type Database, type Statement } from '#db/client.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { CheckedIn } from '#features/economy/levels/tasks.ts'
import { dayOf } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

type Balance = Pick<Viewer, 'exp' | 'energy'>

/** The manual check-in for the Shanghai day of `now`. */
export async function checkIn(db: Database, viewer: Viewer, now: Date): Promise<CheckedIn> {
  if (levelOf(viewer.exp) === 0) throw new AppError('level_too_low')
  const { uid } = viewer
  const [balance] = await db.lastOf([newCheckIn(uid, now), balanceAfterCheckIn(uid)])
  if (balance === undefined) throw new AppError('not_found')
  const { exp, energy } = balance
  const gained = { exp_gained: CHECK_IN_EXP, energy_gained: CHECK_IN_ENERGY }
  return { ...gained, exp, level: levelOf(exp), energy, day: dayOf(now) }
}

/**
 * Checks the viewer in on the first request of the day. Later requests of the day read and write
 * nothing here. Commands with `byUid` do not load the viewer: there, the trigger
 * session_checks_refuse checks in, for the same users.
 */
export async function autoCheckIn(db: Database, viewer: Viewer, now: Date): Promise<Viewer> {
  if (viewer.checked_in_today || viewer.status !== 'active' || levelOf(viewer.exp) === 0)
    return viewer
  const { uid } = viewer
  // A concurrent request of the viewer may have committed the check-in since the session was read.
  const isDue = sql`
    NOT EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = ${uid} AND day = ${dayOf(now)})`
  const [balance] = await db.lastOf([newCheckIn(uid, now, isDue), balanceAfterCheckIn(uid)])
  return { ...viewer, ...balance, checked_in_today: 1 }
}

/**
 * For the batch of a command with `byUid`, after the check of the session: tags the viewer if the
 * check-in of this batch has reached a level. Returns no row if the batch did not check in.
 */
export function checkedInAt(uid: number, now: Date): Statement<Balance> {
  return balanceAfterCheckIn(
    uid,
    sql`EXISTS (
      SELECT 1 FROM user_check_ins
      WHERE user_id = ${uid} AND day = ${dayOf(now)} AND created_at = ${now.toISOString()})`,
  )
}

/**
 * The trigger new_check_ins_pay inserts the row of the day and the entry of the ledger. The key of
 * the day refuses a second check-in with `already_checked_in`.
 */
function newCheckIn(uid: number, now: Date, only: Statement = sql`TRUE`): Statement {
  return sql`
    INSERT INTO new_check_ins (user_id, day, at)
    SELECT ${uid}, ${dayOf(now)}, ${now.toISOString()} WHERE ${only}`
}

/**
 * The trigger users_level_up writes a notice for a new level, so this read is tagged with the user
 * to notify.
 */
function balanceAfterCheckIn(uid: number, only: Statement = sql`TRUE`): Statement<Balance> {
  const reachesLevel = ({ exp }: Balance) => levelOf(exp) > levelOf(exp - CHECK_IN_EXP)
  return concerning(
    (rows) => ((rows as Balance[]).some(reachesLevel) ? { users: [uid] } : {}),
    sql`SELECT exp, energy FROM users WHERE uid = ${uid} AND ${only}`,
  )
}
