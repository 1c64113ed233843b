import { z } from 'zod'

export const NewTotpShape = z
  .object({
    secret: z.string().describe('in Base32, to type'),
    otpauth_url: z.string(),
    qr_svg: z.string().describe('the same address to photograph'),
  })
  .meta({ id: 'NewTotp' })

export const RecoveryCodesShape = z
  .object({ recovery_codes: z.array(z.string()).describe('shown this once; each works once') })
  .meta({ id: 'RecoveryCodes' })

export const METHODS = ['totp', 'recovery_code'] as const

export const ChallengeShape = z
  .object({ challenge: z.string(), methods: z.array(z.enum(METHODS)) })
  .meta({ id: 'Challenge' })
