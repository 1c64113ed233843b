import { SECOND } from '#kernel/clock.ts'
import { sameSecret } from '#kernel/crypto/secrets.ts'

/** RFC 6238 as every authenticator app has it: HMAC-SHA-1, six digits, a new code every thirty seconds. */
const TOTP_PERIOD = 30 * SECOND
const TOTP_DIGITS = 6
/** How many steps a clock may be off, either way. */
const DRIFT = 1

export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / TOTP_PERIOD)
}

export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = mac.getUint8(19) & 15
  const number = mac.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0')
}

/** The step that a code belongs to, if that is near the present and behind `used`: a code works once. */
export async function stepOf(
  code: string,
  secret: Uint8Array<ArrayBuffer>,
  used: number,
  now: Date,
): Promise<number | null> {
  for (let drift = -DRIFT; drift <= DRIFT; drift++) {
    const step = stepAt(now) + drift
    if (step > used && sameSecret(await codeAt(secret, step), code)) return step
  }
  return null
}
