import { randomId } from '#kernel/ids.ts'
import { seal, unseal } from '#kernel/signatures.ts'

/** For a session: the same in all tabs and for the session's whole life. */
export async function sessionCsrfToken(secret: string, sid: string): Promise<string> {
  return seal(secret, 'csrf-session', sid)
}

/** For somebody who is not signed in. */
export async function anonymousCsrfToken(secret: string): Promise<string> {
  return seal(secret, 'csrf-anonymous', randomId())
}

/** The session that a token was made for; null if the token was not made by us. */
export async function readCsrfToken(secret: string, token: string): Promise<{ sid: string | null } | null> {
  const sid = await unseal(secret, 'csrf-session', token)
  if (sid !== null) return { sid }
  const nonce = await unseal(secret, 'csrf-anonymous', token)
  return nonce === null ? null : { sid: null }
}
