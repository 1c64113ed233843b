import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Failure } from '../bootstrap/failure.mjs'
import type { RemoteDatabase } from './database.ts'

const HELD_FOR = 30 * 60_000

/** One deployment at a time, from whichever machine. One that was killed lets go after half an hour. */
export async function holdDeployment({ query }: RemoteDatabase, now: Date): Promise<() => Promise<void>> {
  const holder = `${hostname()} ${randomUUID()}`
  const until = new Date(now.getTime() + HELD_FOR).toISOString()
  await query(LOCK)
  const [held] = await query(HOLD, holder, until, now.toISOString())
  if (!held) {
    const [other] = await query<{ holder: string; until: string }>('SELECT holder, until FROM deploy_lock')
    const [host] = other?.holder.split(' ') ?? []
    throw new Failure(`another deployment is under way, from ${host}; if it was killed, wait until ${other?.until}`)
  }
  return async () => void (await query('DELETE FROM deploy_lock WHERE holder = ?', holder))
}

// Like d1_migrations no part of the schema: it must be there before the first migration.
const LOCK = `CREATE TABLE IF NOT EXISTS deploy_lock (
  one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until TEXT NOT NULL
)`
const HOLD = `INSERT INTO deploy_lock (one, holder, until) VALUES (1, ?, ?)
  ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE until < ? RETURNING holder`
