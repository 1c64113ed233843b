import { SECOND } from '#kernel/clock.ts'
import { sameSecret } from '#kernel/crypto/secrets.ts'

/** RFC 6238 with the usual parameters: HMAC-SHA-1, six digits, a new code every 30 seconds. */
const TOTP_PERIOD = 30 * SECOND
export const TOTP_DIGITS = 6
/** Accepted clock drift in steps, in both directions. */
const DRIFT = 1

export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / TOTP_PERIOD)
}

export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = mac.getUint8(19) & 15
  const number = mac.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0')
}

/**
 * The time step of a code, or null if the code is wrong. The step must be near the current time and
 * later than `used`, the step of the last accepted code: so a code works once.
 */
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
