import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { ConfirmInput, confirm, showConfirm } from '#features/accounts/accounts/views-confirm.tsx'
import { nextOf, refusal } from '#features/accounts/accounts/views-entrance.tsx'
import { AppError } from '#kernel/errors.ts'
import { memberForm, signedInPage } from '#web/guards/guards.ts'
import { limitedGuesses } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'

/** Makes the session fresh without JavaScript, by the password or a new sign-in with a provider. */
export const confirmPages = new Hono<AppEnv>()
  .get('/confirm', signedInPage, (c) => showConfirm(c, c.var.viewer, { proof: null, next: nextOf(c) }))
  .post('/confirm', repeats('idempotent'), fromThisSite, memberForm, limitedGuesses, async (c) => {
    const { viewer, sid } = c.var
    const { input, problems, sent } = await plainForm(c, ConfirmInput)
    const step = { proof: sent.provider ?? null, next: nextOf(c) }
    if (problems) return showConfirm(c, viewer, { ...step, refused: [{ sent: {}, problems }, 'validation_failed'] })
    try {
      await confirm(c, { viewer, sid }, input)
      return c.redirect(step.next, 303)
    } catch (error) {
      const refused = refusal(c, error, {})
      // `limitedGuesses` counts a wrong password or code by this.
      if (error instanceof AppError) c.error = error
      return showConfirm(c, viewer, { ...step, refused })
    }
  })
