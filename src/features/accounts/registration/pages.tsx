import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { CODE_INPUT_MAX, inviterOf } from '#features/accounts/invitations/invitations.ts'
import { nextOf, plainSignIn, startOf } from '#features/accounts/login/http/plain-sign-in.tsx'
import { RegisterInput } from '#features/accounts/login/inputs.ts'
import { WELCOME_PATH } from '#features/accounts/login/views.tsx'
import { allProviders } from '#features/accounts/providers/providers.ts'
import { pageChallengeOf, signUp } from '#features/accounts/registration/http/admission.ts'
import {
  type InvitationState,
  RegisterView,
  registerTexts,
} from '#features/accounts/registration/views.tsx'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { settingIsOn } from '#features/core/site/settings.ts'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { addressLimits } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import type { Refused } from '#web/validation/plain-form.ts'

/** The input of the plain form. HTML forms also send empty fields. */
const PlainRegisterInput = RegisterInput.extend({
  username: z.preprocess(
    (value) => (value === '' ? undefined : value),
    RegisterInput.shape.username,
  ),
})

export const registrationPages = new Hono<AppEnv>()
  .get('/register', optionalViewer, async (c) =>
    c.var.viewer
      ? c.redirect(await startOf(c, c.var.viewer))
      : showRegister(c, undefined, c.req.query('invitation')),
  )
  .post(
    '/register',
    repeats('refused: 409'),
    fromThisSite,
    sendsMail,
    plainSignIn(PlainRegisterInput, showRegister, signUp, WELCOME_PATH),
  )

/** The page of the registration. `typed` is the code of an invitation. */
async function showRegister(
  c: Context<AppEnv>,
  refused?: Refused,
  typed = refused?.sent.invitation,
) {
  const { db, language, now } = c.var
  const { title, description } = registerTexts[language]
  const isOpen = await settingIsOn(db, 'registration.enabled', now)
  const challenge = await pageChallengeOf(c)
  const hasMail = mailServiceOf(c.env) !== null
  const providers = (await allProviders(db, now)).filter(({ sign_up }) => sign_up === 1)
  const invitation = await invitationOf(c, typed ?? '')
  return page(
    c,
    { title, description, scripts: ['account.js', ...(challenge ? ['challenge.js'] : [])] },
    <RegisterView
      {...{ isOpen, hasMail, refused, invitation, challenge, providers, language }}
      next={nextOf(c)}
    />,
    refused?.status,
  )
}

/** `typed` is the code of an invitation, or empty. */
async function invitationOf(c: Context<AppEnv>, typed: string): Promise<InvitationState> {
  const { db, language, now } = c.var
  const isRequired = await settingIsOn(db, 'registration.invite_only', now)
  const code = typed.slice(0, CODE_INPUT_MAX)
  const inviter = code === '' ? null : await inviterOf(db, addressLimits(c), code, language, now)
  return { isRequired, code, inviter }
}
