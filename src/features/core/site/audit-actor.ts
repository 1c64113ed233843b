import type { MemberEnv } from '#env'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { AuditActor } from '#features/core/site/audit-log.ts'

/** The admin or owner of the request, with the IP address for the audit log. */
export function auditActorOf(c: { var: Pick<MemberEnv['Variables'], 'viewer' | 'ip'> }): Viewer & AuditActor {
  return { ...c.var.viewer, ip: c.var.ip }
}
