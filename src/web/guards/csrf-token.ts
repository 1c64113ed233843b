import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { randomId } from '#kernel/ids.ts'

/** For a session: the same in all tabs until the session ends. */
export async function sessionCsrfToken(secrets: Secrets, sid: string): Promise<string> {
  return seal(secrets, 'csrf-session', sid)
}

export async function anonymousCsrfToken(secrets: Secrets): Promise<string> {
  return seal(secrets, 'csrf-anonymous', randomId())
}

/** The session that a token was issued for; null if the token is not ours. */
export async function readCsrfToken(
  secrets: Secrets,
  token: string,
): Promise<{ sid: string | null } | null> {
  const sid = await unseal(secrets, 'csrf-session', token)
  if (sid !== null) return { sid }
  const nonce = await unseal(secrets, 'csrf-anonymous', token)
  return nonce === null ? null : { sid: null }
}
