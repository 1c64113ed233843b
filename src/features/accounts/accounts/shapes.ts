import { z } from 'zod'
import { MeShape } from '#features/core/people/shapes.ts'

export const SessionShape = z
  .object({
    user: MeShape,
    access_token: z.string(),
    refresh_token: z.string(),
    expires_in: z.int(),
    csrf_token: z.string(),
  })
  .meta({ id: 'Session' })
