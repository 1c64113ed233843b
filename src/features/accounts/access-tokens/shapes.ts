import { z } from 'zod'

export const SCOPES = ['read', 'write'] as const

export const AccessTokenShape = z
  .object({
    id: z.int(),
    name: z.string(),
    scope: z.enum(SCOPES),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().describe('to the hour'),
  })
  .meta({ id: 'AccessToken' })

export const NewAccessTokenShape = AccessTokenShape.extend({
  token: z.string().describe('shown this once'),
}).meta({ id: 'NewAccessToken' })
