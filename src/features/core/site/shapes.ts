import { z } from 'zod'

export const SiteSettingsShape = z
  .object({
    'audit.enabled': z.boolean(),
    'registration.enabled': z.boolean(),
    'comments.enabled': z.boolean(),
    'email.verification_required': z.boolean(),
    'backups.enabled': z.boolean(),
    'views.public': z.boolean(),
  })
  .meta({ id: 'SiteSettings' })
