import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { RestoreView, restoreTexts } from '#features/accounts/deletion/views.tsx'
import { restore } from '#features/accounts/login/http/commands.ts'
import { enter } from '#features/accounts/login/http/plain-sign-in.tsx'
import { RestoreInput } from '#features/accounts/login/inputs.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { page } from '#features/core/shell/page.tsx'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'
import { handlePlainForm } from '#web/validation/plain-form.ts'

const PlainRestoreInput = RestoreInput.extend({
  restore_token: RestoreInput.shape.restore_token.catch(''),
})

export const restorePages = new Hono<AppEnv>()
  .get('/restore', optionalViewer, (c) => {
    const { title, description } = restoreTexts[c.var.language]
    return page(
      c,
      { title, description, scripts: ['account.js'], robots: 'noindex' },
      <RestoreView language={c.var.language} />,
    )
  })
  .post(
    '/restore',
    repeats('idempotent'),
    fromThisSite,
    sendsMail,
    // If the form is refused, the page explains how to get a new token.
    handlePlainForm(
      PlainRestoreInput,
      (c) => c.redirect('/restore', 303),
      async (c, input) => enter(c, await restore(c, input), '/'),
    ),
  )
