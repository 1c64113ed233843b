import * as z from 'zod'
import type { Handshake } from '#features/accounts/providers/authorization.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'

export const PENDING_LIFETIME = 10 * MINUTE
/** Maximum length of the path to open afterwards: a cookie can contain only 4 KB. */
const NEXT_MAX = 1000
const INVITATION_MAX = 100

/**
 * The purpose of a sign-in: to log in, to connect the provider to the account, to make the session
 * fresh, or to test the settings.
 */
const INTENTS = ['sign-in', 'connect', 'confirm', 'test'] as const

const Purpose = z.object({
  key: z.string(),
  intent: z.enum(INTENTS),
  next: z.string(),
  /** The session that connects the provider or confirms the identity. */
  sid: z.string().nullable(),
  invitation: z.string().nullable(),
})

export const Waiting = Purpose.extend({
  step: z.literal('provider'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expires: z.number(),
})

/** A new person for whom the provider gave no address. */
export const Nameless = z.object({
  step: z.literal('email'),
  key: z.string(),
  next: z.string(),
  invitation: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  username: z.string().nullable(),
  label: z.string(),
  expires: z.number(),
})

export type SignInPurpose = z.infer<typeof Purpose>
export type WaitingSignIn = z.infer<typeof Waiting>
export type NamelessSignUp = z.infer<typeof Nameless>

/**
 * The cookie of a sign-in that has started. The sign-in is stored only in this encrypted cookie, so
 * a callback in another browser has nothing to continue. `spendState` makes each state work only
 * once.
 */
export async function sealWaiting(
  secrets: Secrets,
  { next, invitation, ...purpose }: SignInPurpose,
  handshake: Handshake,
  now: Date,
): Promise<string> {
  const waiting: Omit<WaitingSignIn, 'expires'> = {
    step: 'provider',
    ...purpose,
    ...handshake,
    next: next.length > NEXT_MAX ? '/' : next,
    invitation: invitation?.slice(0, INVITATION_MAX) ?? null,
  }
  return sealed(secrets, waiting, now)
}

/** The cookie of a new person for whom the provider gave no address. */
export function sealNameless(
  secrets: Secrets,
  person: Omit<NamelessSignUp, 'step' | 'expires'>,
  now: Date,
): Promise<string> {
  return sealed(secrets, { step: 'email', ...person }, now)
}

async function sealed(secrets: Secrets, facts: object, now: Date): Promise<string> {
  const text = JSON.stringify({ ...facts, expires: after(now, PENDING_LIFETIME).getTime() })
  const { keyId, text: hidden } = await encrypt(secrets, text, 'provider-sign-in')
  return `${keyId}.${hidden}`
}

/** The content of the cookie. Null if it is missing, changed or older than PENDING_LIFETIME. */
export async function openPending<Facts extends { expires: number }>(
  secrets: Secrets,
  cookie: string | undefined,
  shape: z.ZodType<Facts>,
  now: Date,
): Promise<Facts | null> {
  const dot = cookie?.indexOf('.') ?? -1
  if (cookie === undefined || dot < 1) return null
  const sealed = { keyId: cookie.slice(0, dot), text: cookie.slice(dot + 1) }
  const bytes = await decrypt(secrets, sealed, 'provider-sign-in')
  if (bytes === null) return null
  const facts = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  return facts.success && facts.data.expires > now.getTime() ? facts.data : null
}

/**
 * A part of the links that connect a provider. Without it, another site could send a person who is
 * logged in to a foreign account at the provider through the connection, and that account could log
 * in here afterwards.
 */
export function connectTicket(secrets: Secrets, sid: string): Promise<string> {
  return seal(secrets, 'provider-connect', sid)
}

export async function isConnectTicket(
  secrets: Secrets,
  ticket: string,
  sid: string,
): Promise<boolean> {
  return (await unseal(secrets, 'provider-connect', ticket)) === sid
}
