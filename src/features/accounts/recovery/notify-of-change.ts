import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { type DeviceEvent, deviceEventMail } from '#features/accounts/recovery/mails.ts'
import { mailWithNotMe } from '#features/accounts/recovery/not-me.ts'
import type { Origin } from '#features/accounts/sessions/open.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import { deviceOf } from '#kernel/user-agent.ts'

/** The device and network of a request that changes a login method. */
export interface ChangeOrigin extends Origin, MailOrigin {
  country: string | null
}

/**
 * Notifies the user of a change of a login method, on the site and by mail, because a thief with a session or the password can
 * make such a change. Must directly follow the statement of the change; does nothing if that statement changed no row.
 */
export async function notifyOfChange(
  { viewer, sid }: OwnSession,
  about: Exclude<DeviceEvent, { event: 'new_sign_in' }>,
  origin: ChangeOrigin,
  now: Date,
): Promise<Statement[]> {
  const { site, language, ip, country, userAgent } = origin
  const seen = { device: { ...deviceOf(userAgent), ip, country }, zone: zoneOf(viewer), language }
  const write = (path: string) => deviceEventMail(about, path, seen, now)
  const when = sql`changes() > 0`
  return [
    systemNotice({ to: viewer.uid, about, when }, now),
    ...(await mailWithNotMe(
      viewer.uid,
      { kind: 'security', about: about.event, sid, when, site, language, write },
      now,
    )),
  ]
}
