import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Group } from '#db/client.ts'
import type { UserTotp } from '#db/schema/accounts.ts'
import type { User } from '#db/schema/core.ts'
import {
  type OwnSession,
  requireConfirmed,
} from '#features/accounts/confirmation/require-confirmed.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import {
  type Factor,
  factorColumns,
  missingField,
  newRecoveryCodes,
  storeRecoveryCodes,
  useOfCode,
  wrongCode,
} from '#features/accounts/second-factor/proof.ts'
import { PRODUCT_NAME, siteIdentity } from '#features/core/identity/identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { toBase32 } from '#kernel/crypto/base64url.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import { requirePassword } from '#kernel/crypto/passwords.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { stepOf } from '#kernel/crypto/totp.ts'
import { AppError } from '#kernel/errors.ts'

export const NewTotpShape = z
  .object({
    secret: z
      .string()
      .describe('The secret in Base32, for people who type it into their authenticator app.'),
    otpauth_url: z.string(),
    qr_svg: z.string().describe('The QR code of `otpauth_url`, as an SVG document.'),
  })
  .meta({ id: 'NewTotp' })

export const RecoveryCodesShape = z
  .object({
    recovery_codes: z
      .array(z.string())
      .describe('The recovery codes. Only this response contains them. Each code works once.'),
  })
  .meta({ id: 'RecoveryCodes' })

export const METHODS = ['totp', 'recovery_code'] as const

export const ChallengeShape = z
  .object({ challenge: z.string(), methods: z.array(z.enum(METHODS)) })
  .meta({ id: 'Challenge' })

const SECRET_BYTES = 20

/** Creates a secret for the viewer's app. Logins require a code only after `confirmTotp`. */
export async function beginTotp(
  db: Database,
  secrets: Secrets,
  own: OwnSession,
  password: string | undefined,
  now: Date,
): Promise<z.infer<typeof NewTotpShape>> {
  const { viewer } = own
  await requireConfirmed(db, own, password, now)
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const { keyId, text } = await encrypt(secrets, bytes)
  const [, begun] = await db.batch([
    sql`INSERT INTO user_totp (user_id, secret, key_id, created_at)
        VALUES (${viewer.uid}, ${text}, ${keyId}, ${now.toISOString()})
        ON CONFLICT (user_id) DO UPDATE
        SET secret = excluded.secret, key_id = excluded.key_id, created_at = excluded.created_at, last_step = 0
        WHERE confirmed_at IS NULL`,
    sql`SELECT 1 FROM user_totp WHERE user_id = ${viewer.uid} AND secret = ${text}`,
  ])
  if (begun.length === 0) throw new AppError('invalid_transition')
  const secret = toBase32(bytes)
  const { name } = await siteIdentity(db, now)
  // A colon separates the issuer from the account in the label, so the issuer must not contain one.
  const issuer = (name ?? PRODUCT_NAME).replaceAll(':', '')
  const label = encodeURIComponent(`${issuer}:${viewer.email}`)
  const otpauth_url = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return { secret, otpauth_url, qr_svg: await qrCode(otpauth_url) }
}

/**
 * The first right code proves that the app has the secret. Returns the recovery codes; the database
 * stores their hashes.
 */
export async function confirmTotp(
  db: Database,
  secrets: Secrets,
  own: OwnSession,
  code: string,
  origin: ChangeOrigin,
  now: Date,
): Promise<string[]> {
  const { viewer } = own
  const totp = await db.first(sql<UserTotp>`
    SELECT * FROM user_totp WHERE user_id = ${viewer.uid} AND confirmed_at IS NULL`)
  if (totp === null) throw new AppError('invalid_transition')
  const key = await decrypt(secrets, { keyId: totp.key_id, text: totp.secret })
  const step = key && (await stepOf(code.replace(/\s/g, ''), key, totp.last_step, now))
  if (step === null) throw wrongCode()
  const codes = newRecoveryCodes()
  const [, stored] = await db.batch([
    sql`UPDATE user_totp SET confirmed_at = ${now.toISOString()}, last_step = ${step}
        WHERE user_id = ${viewer.uid} AND confirmed_at IS NULL AND secret = ${totp.secret}`,
    sql`${await storeRecoveryCodes(viewer.uid, codes)} RETURNING user_id`,
    ...(await notifyOfChange(own, { event: 'second_factor_on' }, origin, now)),
  ])
  if (stored.length === 0) throw new AppError('invalid_transition')
  return codes
}

/**
 * Requires a fresh session, or the password and a code. The trigger user_totp_takes_its_codes_along
 * deletes the recovery codes; users_erased_have_no_second_factor deletes the factor of erased
 * users.
 */
export async function removeTotp(
  db: Database,
  secrets: Secrets,
  own: OwnSession,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { viewer } = own
  const factor = await db.first(sql<Factor & Pick<User, 'password_hash'>>`
    SELECT ${await factorColumns(code ?? '')}, u.password_hash FROM user_totp t JOIN users u ON u.uid = t.user_id
    WHERE t.user_id = ${viewer.uid} AND t.confirmed_at IS NOT NULL`)
  if (factor === null) throw new AppError('invalid_transition')
  if (password === undefined && code === undefined) await requireConfirmed(db, own, undefined, now)
  else if (password === undefined) throw missingField('password')
  else if (code === undefined) throw missingField('code')
  else await requirePassword(password, factor)
  const proof = code === undefined ? [] : [await useOfCode(secrets, factor, code, now)]
  const holds = code === undefined ? sql`TRUE` : sql`changes() = 1`
  const results = await db.batch([
    ...proof,
    sql`DELETE FROM user_totp WHERE user_id = ${viewer.uid} AND ${holds} RETURNING user_id`,
    ...(await notifyOfChange(own, { event: 'second_factor_off' }, origin, now)),
  ])
  if (results[proof.length]?.length === 0) throw wrongCode()
}

export interface SecondFactor {
  confirmed_at: string | null
  codes_left: number
}

export function secondFactorOf(viewer: Viewer): Group<SecondFactor> {
  return found(sql<SecondFactor>`
    SELECT (SELECT confirmed_at FROM user_totp WHERE user_id = ${viewer.uid}) AS confirmed_at,
      (SELECT COUNT(*) FROM recovery_codes WHERE user_id = ${viewer.uid}) AS codes_left`)
}

/**
 * A QR code as SVG. It is black on white in every theme, because cameras need the contrast. One
 * path is smaller than hundreds of squares.
 */
async function qrCode(text: string): Promise<string> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares.join('')}"/></svg>`
}
