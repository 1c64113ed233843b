import { expect, test } from 'vitest'
import { toBase32 } from '#kernel/crypto/base64url.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import { codeAt, stepAt } from '#kernel/crypto/totp.ts'

const bytes = (text: string) => Uint8Array.from(new TextEncoder().encode(text))

// The last six digits of the codes in appendix B of RFC 6238, which have eight.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the TOTP code is that of RFC 6238', async (second, code) => {
  expect(await codeAt(bytes('12345678901234567890'), stepAt(new Date(second * 1000)))).toBe(code)
})

// RFC 4648, section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is %s in Base32', (text, written) => {
  expect(toBase32(bytes(text))).toBe(written)
})

test('decrypt() needs the secret that encrypted the text and an unchanged ciphertext', async () => {
  const hidden = await encrypt(['one secret'], bytes('in private'))
  expect(await decrypt(['another', 'one secret'], hidden)).toEqual(bytes('in private'))
  expect(await decrypt(['another'], hidden)).toBeNull()
  const changed = hidden.text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect(await decrypt(['one secret'], { ...hidden, text: `${changed}AAAA` })).toBeNull()
})
