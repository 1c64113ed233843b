import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY, dayOf, SECOND } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'
import type { DatabaseSync } from '../../scripts/site/sqlite.ts'
import { FIRST_UID } from './data/plan.ts'

export interface Member {
  uid: number
  token: string
}

const MEMBERS = 100

/** Signed-in users who have checked in today, so that no measured request is the first one of a day. */
export async function signIn(file: DatabaseSync, data: string, now: Date): Promise<Member[]> {
  const secret = await readFile(join(data, 'secret'), 'utf8')
  const [at, later] = [now.toISOString(), new Date(now.getTime() + 30 * DAY).toISOString()]
  const session = file.prepare(`
    INSERT INTO sessions (sid, user_id, status, ip, user_agent, rotated_at, created_at, last_used_at, expires_at)
    VALUES (?, ?, 'active', '127.0.0.1', 'bench', ?, ?, ?, ?)`)
  const checkIn = file.prepare(
    'INSERT INTO user_check_ins (user_id, day, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const members: Member[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const [sid, uid] = [randomId(), FIRST_UID + n]
    // `last_used_at` is in the future, so that no measured request updates it.
    session.run(sid, uid, at, at, later, later)
    checkIn.run(uid, dayOf(now), at)
    members.push({ uid, token: accessToken(secret, `${sid}.${Math.floor((now.getTime() + DAY) / SECOND)}`) })
  }
  return members
}

/** The same token as `features/accounts/sessions/tokens.ts` creates with the Worker's crypto. */
function accessToken(secret: string, claim: string): string {
  return `${claim}.${createHmac('sha256', secret).update(`access\0${claim}`).digest('base64url')}`
}
