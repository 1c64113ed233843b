import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { showConfirm } from '#features/accounts/confirmation/views.tsx'
import { confirm } from '#features/accounts/login/http/commands.ts'
import { nextOf } from '#features/accounts/login/http/plain-sign-in.tsx'
import { CodeInput, PasswordInput } from '#features/accounts/login/inputs.ts'
import { AppError } from '#kernel/errors.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { limitedGuesses } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { plainForm, refusal } from '#web/validation/plain-form.ts'

const ConfirmInput = z.object({
  password: PasswordInput.optional(),
  code: CodeInput.optional(),
  provider: z.string().max(200).optional(),
})

/**
 * Makes the session fresh without JavaScript: by the password, or by a new sign-in with a provider.
 */
export const confirmPages = new Hono<AppEnv>()
  .get('/confirm', signedIn, (c) => showConfirm(c, c.var.viewer, { proof: null, next: nextOf(c) }))
  .post('/confirm', repeats('idempotent'), member, limitedGuesses, async (c) => {
    const { viewer, sid, language } = c.var
    const { input, problems, sent } = await plainForm(c, ConfirmInput)
    const step = { proof: sent.provider ?? null, next: nextOf(c) }
    if (problems)
      return showConfirm(c, viewer, { ...step, refused: { sent: {}, problems, status: 422 } })
    try {
      await confirm(c, { viewer, sid }, input)
      return c.redirect(step.next, 303)
    } catch (error) {
      const refused = refusal(error, {}, language)
      // `limitedGuesses` reads this error to count a wrong password or code.
      if (error instanceof AppError) c.error = error
      return showConfirm(c, viewer, { ...step, refused })
    }
  })
