import { sql } from 'drizzle-orm'
import { concerning, type Database, type Statement } from '#db/client.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, levelOf } from '#features/core/people/level.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import type { CheckedIn } from '#features/economy/levels/tasks.ts'
import { dayOf } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

type Balance = Pick<Viewer, 'exp' | 'energy'>

/** Manual check-in for the Shanghai day of `now`. */
export async function checkIn(db: Database, viewer: Viewer, now: Date): Promise<CheckedIn> {
  if (levelOf(viewer.exp) === 0) throw new AppError('level_too_low')
  const { exp, energy } = await payCheckIn(db, viewer, now)
  const gained = { exp_gained: CHECK_IN_EXP, energy_gained: CHECK_IN_ENERGY }
  return { ...gained, exp, level: levelOf(exp), energy, day: dayOf(now) }
}

/**
 * Checks the viewer in on the first request of the day. Later requests of the day read and write
 * nothing here. The trigger session_checks_refuse has the same condition.
 */
export async function autoCheckIn(db: Database, viewer: Viewer, now: Date): Promise<Viewer> {
  if (viewer.checked_in_today || viewer.status !== 'active' || levelOf(viewer.exp) === 0)
    return viewer
  return { ...viewer, ...(await checkInOnce(db, viewer, now)), checked_in_today: 1 }
}

/**
 * For a viewer who had not checked in today when the session was read. Returns the balance after
 * the check-in, or null if there is no such user.
 */
export async function checkInOnce(
  db: Database,
  viewer: ViewerId,
  now: Date,
): Promise<Balance | null> {
  try {
    return await payCheckIn(db, viewer, now)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'already_checked_in')) throw error
    // A concurrent request of the same viewer has already committed the check-in.
    return db.first(balanceOf(viewer.uid))
  }
}

/**
 * The row of the day comes first. Its unique key refuses the whole batch if a concurrent request
 * has already checked the user in.
 */
function checkInStatements(uid: number, now: Date): Statement[] {
  const at = now.toISOString()
  return [
    sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${uid}, ${dayOf(now)}, ${at})`,
    ledgerEntry({ uid, amount: CHECK_IN_ENERGY, exp: CHECK_IN_EXP, reason: 'checkin' }, now),
  ]
}

async function payCheckIn(db: Database, { uid }: ViewerId, now: Date): Promise<Balance> {
  const [balance] = await db.lastOf([...checkInStatements(uid, now), balanceAfterCheckIn(uid)])
  if (!balance) throw new AppError('not_found')
  return balance
}

/**
 * The trigger users_level_up writes a notice for a new level, so this read is tagged with the user
 * to notify.
 */
function balanceAfterCheckIn(uid: number): Statement<Balance> {
  const reachesLevel = ({ exp }: Balance) => levelOf(exp) > levelOf(exp - CHECK_IN_EXP)
  return concerning(
    (rows) => ((rows as Balance[]).some(reachesLevel) ? { users: [uid] } : {}),
    balanceOf(uid),
  )
}

function balanceOf(uid: number): Statement<Balance> {
  return sql`SELECT exp, energy FROM users WHERE uid = ${uid}`
}
