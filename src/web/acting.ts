import type { Context } from 'hono'
import type { MemberEnv } from '#env'
import type { Viewer } from '#features/people/viewer.ts'
import type { Administrator } from '#features/site/audit-log.ts'

/** The admin or owner behind a request, as the audit log wants to know them. */
export function acting(c: Context<MemberEnv>): Viewer & Administrator {
  return { ...c.var.viewer, ip: c.var.ip }
}
