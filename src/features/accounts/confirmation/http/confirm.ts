import type { Context } from 'hono'
import { type Confirmation, confirmSession } from '#features/accounts/confirmation/confirm.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { relyingParty } from '#features/accounts/passkeys/http/relying-party.ts'
import { deviceHashOf } from '#features/accounts/sessions/http/answer-session.ts'
import { secretsOf } from '#web/secrets.ts'

/** Makes the session of the request fresh. The API, the plain form and the return from a provider call it. */
export async function confirm(c: Context, own: OwnSession, confirmation: Confirmation): Promise<void> {
  const ceremony = { secrets: secretsOf(c.env), site: relyingParty(c), deviceHash: await deviceHashOf(c) }
  await confirmSession(c.var.db, own, confirmation, ceremony, c.var.now)
}
