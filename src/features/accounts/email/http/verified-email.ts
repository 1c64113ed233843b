import { createMiddleware } from 'hono/factory'
import type { MemberEnv } from '#env'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { noted } from '#web/openapi/route-facts.ts'

/**
 * While the site requires verified addresses, refuses other viewers before the request body is
 * read.
 */
export const verifiedEmail = noted(
  createMiddleware<MemberEnv>(async (c, next) => {
    const { db, viewer, now } = c.var
    requireVerifiedEmail(viewer, await settingIsOn(db, 'email.verification_required', now))
    await next()
  }),
  { refuses: ['email_unverified'] },
)
