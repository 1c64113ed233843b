import { expect, test } from 'vitest'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import {
  asBytes,
  verifiedAssertion,
  verifiedRegistration,
} from '#features/accounts/passkeys/webauthn.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import {
  bytes,
  type Device,
  newDevice,
  PRESENT,
  type Situation,
  VERIFIED,
} from '../features/accounts/passkeys/device.ts'

const SITE = { id: 'joule.test', origin: 'http://joule.test' }
const CHALLENGE = 'a challenge'
const OPTIONS = { challenge: asBytes(CHALLENGE), user: { id: asBytes('1') } }
const [BACKUP_ALLOWED, BACKED_UP, HAS_KEY, HAS_EXTENSIONS] = [0x08, 0x10, 0x40, 0x80]

for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
  test(`${algorithm}: accepts a registration and a login, and no login with a changed bit`, async () => {
    const device = await newDevice({ counter: 4, algorithm })
    const stored = await registered(device)
    const signed = await signedBy(device)
    expect(await verifiedAssertion(SITE, signed, CHALLENGE, stored)).toEqual({
      counter: 5,
      isUserVerified: true,
    })
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      for (const changed of withOneBitChanged(
        signed.response[field],
        field === 'signature' && algorithm === 'ES256',
      )) {
        const response = { ...signed, response: { ...signed.response, [field]: changed } }
        expect(await verifiedAssertion(SITE, response, CHALLENGE, stored)).toBeNull()
      }
    }
  })
}

const SITUATIONS: [what: string, situation: Situation, isAccepted: boolean][] = [
  ['a user who is present and verified', { flags: PRESENT | VERIFIED }, true],
  ['a user who is only present', { flags: PRESENT }, true],
  ['an absent user', { flags: VERIFIED }, false],
  ['a passkey that may be backed up', { flags: PRESENT | BACKUP_ALLOWED }, true],
  ['a passkey with a backup', { flags: PRESENT | BACKUP_ALLOWED | BACKED_UP }, true],
  ['a backup that is not allowed', { flags: PRESENT | BACKED_UP }, false],
  ['a missing key', { flags: PRESENT | HAS_KEY }, false],
  ['missing extensions', { flags: PRESENT | HAS_EXTENSIONS }, false],
  ['another origin', { origin: 'http://other.test' }, false],
  ['another port', { origin: 'http://joule.test:8787' }, false],
  ['another site', { rpId: 'other.test' }, false],
  ['a frame of another site', { crossOrigin: true }, false],
  ['a registration', { type: 'webauthn.create' }, false],
  ['a counter that stands still', { counter: 4 }, false],
  ['a counter that goes back', { counter: 0 }, false],
]

for (const [what, situation, isAccepted] of SITUATIONS) {
  test(`${isAccepted ? 'accepts' : 'refuses'} a login with ${what}`, async () => {
    const device = await newDevice({ counter: 4 })
    const stored = await registered(device)
    const signed = await signedBy(device, situation)
    expect((await verifiedAssertion(SITE, signed, CHALLENGE, stored)) !== null).toBe(isAccepted)
  })
}

test('refuses a login with the key of another device', async () => {
  const [device, other] = [await newDevice(), await newDevice()]
  const stored = { ...(await registered(device)), public_key: (await registered(other)).public_key }
  expect(await verifiedAssertion(SITE, await signedBy(device), CHALLENGE, stored)).toBeNull()
})

test('refuses a registration in a frame of another site, and one with deeply nested CBOR', async () => {
  const framed = (await (
    await newDevice()
  ).register(OPTIONS, { crossOrigin: true })) as Registration
  expect(await verifiedRegistration(SITE, framed, CHALLENGE)).toBeNull()
  const response = (await (await newDevice()).register(OPTIONS)) as Registration
  const attestationObject = toBase64Url(new Uint8Array(15_000).fill(0x81))
  const sent = { ...response, response: { ...response.response, attestationObject } }
  expect(await verifiedRegistration(SITE, sent, CHALLENGE)).toBeNull()
})

const hex = (text: string) => [...Buffer.from(text, 'hex')]
const rsa = (bits: number, exponent = [1, 0, 1]) => {
  const modulus = [0x80, ...Array(bits / 8 - 2).fill(0x5a), 1]
  return [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, ...bytes(modulus), 0x21, ...bytes(exponent)]
}
const ed25519 = (x: string) => [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, ...bytes(hex(x))]
const ec = (algorithm: number, curve: number, length: number) => {
  const part = bytes(Array(length).fill(1))
  return [0xa5, 1, 2, 3, algorithm, 0x20, curve, 0x21, ...part, 0x22, ...part]
}

const KEYS: [what: string, key: number[], isAccepted: boolean][] = [
  ['an RSA key of 2,048 bits', rsa(2048), true],
  ['an RSA key of 4,096 bits', rsa(4096), true],
  ['an RSA key of 512 bits', rsa(512), false],
  ['an RSA key of 1,024 bits', rsa(1024), false],
  ['an RSA key of 2,040 bits', rsa(2040), false],
  ['an RSA key of 8,192 bits', rsa(8192), false],
  ['an RSA key with the exponent 1', rsa(2048, [1]), false],
  ['an Ed25519 key of order 1', ed25519(`01${'00'.repeat(31)}`), false],
  ['an Ed25519 key of order 1 with the sign bit', ed25519(`01${'00'.repeat(30)}80`), false],
  ['an Ed25519 key of order 2', ed25519(`ec${'ff'.repeat(30)}7f`), false],
  ['an Ed25519 key of order 4', ed25519('00'.repeat(32)), false],
  [
    'an Ed25519 key of order 8',
    ed25519('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
    false,
  ],
  ['an Ed25519 key of 31 bytes', ed25519('58'.repeat(31)), false],
  ['a point that is not on P-256', ec(0x26, 1, 32), false],
  ['a key of P-384 with ES256', ec(0x26, 2, 48), false],
  ['a key of secp256k1', ec(0x39, 3, 32), false],
]

for (const [what, cose, isAccepted] of KEYS) {
  test(`${isAccepted ? 'accepts' : 'refuses'} a registration with ${what}`, async () => {
    const response = (await (await newDevice()).register(OPTIONS, { cose })) as Registration
    expect((await verifiedRegistration(SITE, response, CHALLENGE)) !== null).toBe(isAccepted)
  })
}

test('refuses a login with a weak key that was registered earlier', async () => {
  const device = await newDevice({ algorithm: 'RS256', modulusLength: 1024 })
  await device.register(OPTIONS)
  const stored = { credential_id: device.name, public_key: await device.publicKey(), counter: 0 }
  expect(await verifiedAssertion(SITE, await signedBy(device), CHALLENGE, stored)).toBeNull()
})

test('ignores an attestation statement that a device sends without being asked', async () => {
  const device = await newDevice()
  const response = (await device.register(OPTIONS, { attestation: 'packed' })) as Registration
  expect(await verifiedRegistration(SITE, response, CHALLENGE)).toMatchObject({
    credential_id: device.name,
  })
})

async function registered(device: Device) {
  const response = (await device.register(OPTIONS)) as Registration
  const passkey = await verifiedRegistration(SITE, response, CHALLENGE)
  if (passkey === null) throw new Error('the registration was refused')
  return passkey
}

async function signedBy(device: Device, situation: Situation = {}): Promise<Assertion> {
  return (await device.sign(OPTIONS, situation)) as Assertion
}

/**
 * A copy for each byte, with one of its bits changed. In DER only of r and s: the library accepts
 * some other tags.
 */
function withOneBitChanged(text: string, isDer = false): string[] {
  const bytes = fromBase64Url(text) ?? new Uint8Array()
  const second = 4 + (bytes[3] ?? 0)
  const isFrame = (index: number) =>
    isDer && (index < 4 || index === second || index === second + 1)
  return [...bytes.keys()]
    .filter((index) => !isFrame(index))
    .map((index) => toBase64Url(bytes.with(index, (bytes[index] ?? 0) ^ (1 << (index % 8)))))
}
