import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { type Change, changeLetter } from '#features/accounts/second-factor/letters.ts'
import type { Origin } from '#features/accounts/sessions/open.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** Where a change of what opens an account comes from. */
export interface ChangeOrigin extends Origin, MailOrigin {
  country: string | null
}

/**
 * Whatever begins or ceases to open an account is told to its user, in the site and by mail: a session that was left open, or
 * a stolen password, is enough to do it. Stands right behind the statement that does it, and tells nothing where that did
 * nothing.
 */
export function tellOfChange(viewer: Viewer, about: Change, origin: ChangeOrigin, now: Date): Statement[] {
  const told = sql`SELECT uid, email AS address FROM users WHERE uid = ${viewer.uid} AND changes() > 0`
  const { site, language } = origin
  return [
    mail(told, { site, language, kind: 'security', ...changeLetter(about, origin, now, language) }, now),
    systemNotice({ to: viewer.uid, about, when: sql`changes() > 0` }, now),
  ]
}
