import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Failure } from '../bootstrap/failure.mjs'
import type { RemoteDatabase } from './database.ts'

const LOCK_MILLISECONDS = 10 * 60_000
const RENEWED_EVERY = 2 * 60_000

/**
 * Allows one deployment or restore at a time, from any machine. The lock of a killed process expires after ten minutes.
 */
export async function lockDeployment({ query }: RemoteDatabase, now: Date): Promise<() => Promise<void>> {
  const holder = `${hostname()} ${randomUUID()}`
  await query(LOCK)
  const [held] = await query(HOLD, holder, untilAfter(now), now.toISOString())
  if (!held) {
    const [other] = await query<{ holder: string; until: string }>('SELECT holder, until FROM deploy_lock')
    throw new Failure(
      `a deployment or restore is under way, from ${other?.holder.split(' ')[0]}; if it was killed, wait until ${other?.until}`,
    )
  }
  const renew = () => query('UPDATE deploy_lock SET until = ? WHERE holder = ?', untilAfter(new Date()), holder)
  // A failed renewal is repeated at the next interval.
  const clock = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY).unref()
  return async () => {
    clearInterval(clock)
    await query('DELETE FROM deploy_lock WHERE holder = ?', holder)
  }
}

const untilAfter = (now: Date) => new Date(now.getTime() + LOCK_MILLISECONDS).toISOString()

// Not part of the schema, like d1_migrations: it must exist before the first migration.
const LOCK = `CREATE TABLE IF NOT EXISTS deploy_lock (
  one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until TEXT NOT NULL
)`
const HOLD = `INSERT INTO deploy_lock (one, holder, until) VALUES (1, ?, ?)
  ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE until < ? RETURNING holder`
