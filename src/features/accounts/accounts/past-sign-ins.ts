import { sql } from 'drizzle-orm'
import { type Group, group } from '#db/group.ts'
import type { SignIn } from '#db/schema/accounts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Device, deviceOf } from '#kernel/user-agent.ts'

export const SIGN_INS_SHOWN = 10

export interface PastSignIn extends Device {
  ip: string
  country: string | null
  created_at: string
}

/** The newest first. */
export function pastSignIns(viewer: Viewer): Group<PastSignIn[]> {
  const rows = sql<Pick<SignIn, 'user_agent' | 'ip' | 'country' | 'created_at'>>`
    SELECT user_agent, ip, country, created_at FROM sign_ins WHERE user_id = ${viewer.uid}
    ORDER BY id DESC LIMIT ${SIGN_INS_SHOWN}`
  return group({ rows }, ({ rows }) => rows.map(({ user_agent, ...facts }) => ({ ...deviceOf(user_agent), ...facts })))
}
