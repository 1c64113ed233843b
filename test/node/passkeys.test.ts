import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { asBytes, verifiedAssertion, verifiedRegistration } from '#features/accounts/passkeys/webauthn.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { newDevice, PRESENT, type Situation, VERIFIED } from '../features/accounts/passkeys/device.ts'

const SITE = { id: 'joule.test', origin: 'http://joule.test' }
const CHALLENGE = 'a challenge'
const OPTIONS = { challenge: asBytes(CHALLENGE), user: { id: asBytes('1') } }
const EXPECTED = {
  expectedChallenge: OPTIONS.challenge,
  expectedOrigin: SITE.origin,
  expectedRPID: SITE.id,
  requireUserVerification: false,
}
const [BACKUP_ALLOWED, BACKED_UP, HAS_KEY, HAS_EXTENSIONS] = [0x08, 0x10, 0x40, 0x80]

for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
  test(`${algorithm}: accepts what @simplewebauthn/server accepts, and no login or registration with a changed bit`, async () => {
    const device = await newDevice({ counter: 4, algorithm })
    const stored = await registered(device)
    const signed = await signedBy(device)
    expect(await verifiedAssertion(SITE, signed, CHALLENGE, stored)).toEqual({ counter: 5, isUserVerified: true })
    expect(await libraryAccepts(signed, stored)).toBe(true)
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      for (const changed of withOneBitChanged(signed.response[field])) {
        const response = { ...signed, response: { ...signed.response, [field]: changed } }
        expect(await verifiedAssertion(SITE, response, CHALLENGE, stored)).toBeNull()
      }
    }
    // A changed registration is accepted only if the library accepts it too.
    const response = (await device.register(OPTIONS)) as Registration
    for (const field of ['clientDataJSON', 'attestationObject'] as const) {
      const from = field === 'attestationObject' ? LENGTH_OF_STATEMENT : 0
      for (const changed of withOneBitChanged(response.response[field]).slice(from)) {
        const sent = { ...response, response: { ...response.response, [field]: changed } }
        const isAccepted = (await verifiedRegistration(SITE, sent, CHALLENGE)) !== null
        if (isAccepted) expect(await libraryRegistration(sent)).not.toBeNull()
      }
    }
  })
}

/** The part of the attestation object before the authenticator data, which the site ignores. */
const LENGTH_OF_STATEMENT = 28

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
  ['a registration', { type: 'webauthn.create' }, false],
  ['a counter that stands still', { counter: 4 }, false],
  ['a counter that goes back', { counter: 0 }, false],
]

for (const [what, situation, isAccepted] of SITUATIONS) {
  test(`${isAccepted ? 'accepts' : 'refuses'} a login with ${what}, as @simplewebauthn/server does`, async () => {
    const device = await newDevice({ counter: 4 })
    const stored = await registered(device)
    const signed = await signedBy(device, situation)
    expect((await verifiedAssertion(SITE, signed, CHALLENGE, stored)) !== null).toBe(isAccepted)
    expect(await libraryAccepts(signed, stored)).toBe(isAccepted)
  })
}

test('refuses a login with the key of another device', async () => {
  const [device, other] = [await newDevice(), await newDevice()]
  const stored = { ...(await registered(device)), public_key: (await registered(other)).public_key }
  expect(await verifiedAssertion(SITE, await signedBy(device), CHALLENGE, stored)).toBeNull()
})

test('refuses a login in a frame of another site', async () => {
  const device = await newDevice()
  const stored = await registered(device)
  const signed = await signedBy(device, { crossOrigin: true })
  expect(await verifiedAssertion(SITE, signed, CHALLENGE, stored)).toBeNull()
})

test('ignores an attestation statement that a device sends without being asked', async () => {
  const device = await newDevice()
  const response = (await device.register(OPTIONS, { attestation: 'packed' })) as Registration
  expect(await verifiedRegistration(SITE, response, CHALLENGE)).toMatchObject({ credential_id: device.name })
})

test('refuses deeply nested CBOR', async () => {
  const response = (await (await newDevice()).register(OPTIONS)) as Registration
  const attestationObject = toBase64Url(new Uint8Array(15_000).fill(0x81))
  const sent = { ...response, response: { ...response.response, attestationObject } }
  expect(await verifiedRegistration(SITE, sent, CHALLENGE)).toBeNull()
})

type Device = Awaited<ReturnType<typeof newDevice>>

async function registered(device: Device) {
  const response = (await device.register(OPTIONS)) as Registration
  const passkey = await verifiedRegistration(SITE, response, CHALLENGE)
  const theirs = await libraryRegistration(response)
  if (passkey === null || theirs === null) throw new Error('the registration was refused')
  const { id, publicKey, counter } = theirs
  expect(passkey).toEqual({ credential_id: id, public_key: toBase64Url(publicKey), counter, transports: '[]' })
  return passkey
}

async function signedBy(device: Device, situation: Situation = {}): Promise<Assertion> {
  return (await device.sign(OPTIONS, situation)) as Assertion
}

async function libraryRegistration(response: Registration) {
  const sent = { ...response, clientExtensionResults: {}, response: { ...response.response, transports: [] } }
  const result = await verifyRegistrationResponse({ ...EXPECTED, response: sent }).catch(() => null)
  return result?.verified ? result.registrationInfo.credential : null
}

async function libraryAccepts(
  response: Assertion,
  { credential_id, public_key, counter }: { credential_id: string; public_key: string; counter: number },
): Promise<boolean> {
  const credential = { id: credential_id, publicKey: fromBase64Url(public_key) ?? new Uint8Array(), counter }
  const sent = { ...response, clientExtensionResults: {} }
  const result = await verifyAuthenticationResponse({ ...EXPECTED, response: sent, credential }).catch(() => null)
  return result?.verified ?? false
}

/** A copy for each byte, with one of its bits changed. */
function withOneBitChanged(text: string): string[] {
  const bytes = fromBase64Url(text) ?? new Uint8Array()
  return [...bytes].map((byte, index) => toBase64Url(bytes.with(index, byte ^ (1 << (index % 8)))))
}
