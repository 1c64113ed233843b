import { expect, test } from 'vitest'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { credentialOf, signatureOf } from '#features/accounts/passkeys/verify.ts'
import { asBytes } from '#features/accounts/passkeys/webauthn.ts'
import { newDevice } from './device.ts'

const OPTIONS = { challenge: asBytes('a challenge'), user: { id: asBytes('1') } }
const EXPECTED = {
  expectedChallenge: OPTIONS.challenge,
  expectedOrigin: 'http://joule.test',
  expectedRPID: 'joule.test',
  requireUserVerification: false,
}

test.each(['ES256', 'EdDSA', 'RS256'] as const)(
  'workerd verifies a registration and a login with %s',
  async (algorithm) => {
    const device = await newDevice({ algorithm })
    const credential = await credentialOf((await device.register(OPTIONS)) as Registration, EXPECTED)
    expect(await signatureOf((await device.sign(OPTIONS)) as Assertion, EXPECTED, credential)).toMatchObject({
      userVerified: true,
    })
  },
)
