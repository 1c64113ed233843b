import { codeAt, stepAt } from '#kernel/crypto/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app with this secret. */
export function appWith(secret: string, world: { now: Date }) {
  const bits = [...secret]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return { code: (drift = 0) => codeAt(bytes, stepAt(world.now) + drift) }
}
