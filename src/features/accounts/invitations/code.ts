import * as z from 'zod'
import { CROCKFORD, toBase32 } from '#kernel/crypto/base64url.ts'

/** 60 random bits. Wrong codes are limited per address, so guessing is not practical. */
const LENGTH = 12
/** Longer than a code with spaces between all characters. */
export const CODE_INPUT_MAX = 50

/** `K7QM-3XZP-9T2D`. */
export function newCode(): string {
  return inGroups(toBase32(crypto.getRandomValues(new Uint8Array(8)), CROCKFORD).slice(0, LENGTH))
}

/** A typed code as it is stored: letter case, spaces and hyphens do not matter, and O, I and L are read as digits. */
export function asCode(typed: string): string {
  const upper = typed.slice(0, CODE_INPUT_MAX).toUpperCase()
  return inGroups(
    upper
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
}

export const CodePath = z.object({ code: z.string().max(CODE_INPUT_MAX).transform(asCode) })

function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}
