import * as z from 'zod'

/** COSE numbers of EdDSA, ES256 and RS256. All common devices support one of them. */
export const ALGORITHMS = [-8, -7, -257]

const BASE64URL = /^[A-Za-z0-9_-]+$/

const base64Url = (max: number) =>
  z.string().max(max).regex(BASE64URL).meta({ format: 'base64url', maxLength: max })

/**
 * Browsers and authenticators send more fields, such as `clientExtensionResults`. They are ignored.
 */
const EXTENSIBLE = { additionalProperties: true }

/** The result of `PublicKeyCredential.toJSON()`. */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: base64Url(1400),
    rawId: base64Url(1400),
    type: z.literal('public-key'),
    response: z.object(response).meta(EXTENSIBLE),
  })

const CLIENT_DATA_MAX = 5_000

export const RegistrationInput = credential({
  clientDataJSON: base64Url(CLIENT_DATA_MAX),
  attestationObject: base64Url(20_000),
  transports: z
    .array(
      z
        .string()
        .max(20)
        .regex(/^[a-z-]+$/),
    )
    .max(10)
    .optional(),
}).meta({ id: 'PasskeyRegistration', ...EXTENSIBLE })

export const AssertionInput = credential({
  clientDataJSON: base64Url(CLIENT_DATA_MAX),
  authenticatorData: base64Url(5_000),
  signature: base64Url(2_000),
  userHandle: base64Url(100),
}).meta({ id: 'PasskeyAssertion', ...EXTENSIBLE })

export type Registration = z.infer<typeof RegistrationInput>

export type Assertion = z.infer<typeof AssertionInput>

/** The options in the form that `PublicKeyCredential.parseRequestOptionsFromJSON()` reads. */
export const AssertionOptionsShape = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('preferred'),
  })
  .meta({ id: 'PasskeyAssertionOptions' })

/** The options in the form that `PublicKeyCredential.parseCreationOptionsFromJSON()` reads. */
export const RegistrationOptionsShape = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(
      z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('preferred'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyRegistrationOptions' })

export const PasskeyShape = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

export type Passkey = z.infer<typeof PasskeyShape>
