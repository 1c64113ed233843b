import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { claimIsGood } from '#features/accounts/claim.ts'
import { accountTexts } from '#features/accounts/text.ts'
import { RegisterView, RestoreView } from '#features/accounts/views.tsx'
import { ClaimView } from '#features/accounts/views-claim.tsx'
import { LoginView } from '#features/accounts/views-login.tsx'
import { passkeyTexts } from '#features/passkeys/text.ts'
import { displayName } from '#features/people/user-ref.ts'
import { secondFactorTexts } from '#features/second-factor/text.ts'
import { settingIsOn } from '#features/site/settings.ts'
import { safeNext } from '#kernel/next-path.ts'
import { page } from '#web/page.tsx'
import { shellTexts } from '#web/text.ts'

const scripts = ['account.js']

export const accountsPages = new Hono<AppEnv>()
  .get('/login', (c) => {
    const next = safeNext(c.req.query('next'))
    if (c.var.viewer) return c.redirect(next)
    const text = accountTexts[c.var.language]
    const { title, description } = text.login
    return page(
      c,
      { title, description, scripts: ['login.js'] },
      <LoginView
        {...{ text, next }}
        shell={shellTexts[c.var.language]}
        factor={secondFactorTexts[c.var.language]}
        passkey={passkeyTexts[c.var.language]}
      />,
    )
  })
  .get('/register', async (c) => {
    const next = safeNext(c.req.query('next'))
    if (c.var.viewer) return c.redirect(next)
    const text = accountTexts[c.var.language]
    const { title, description } = text.register
    const isOpen = await settingIsOn(c.var.db, 'registration.enabled', c.var.now)
    return page(
      c,
      { title, description, scripts },
      <RegisterView {...{ text, next, isOpen }} shell={shellTexts[c.var.language]} />,
    )
  })
  .get('/claim', async (c) => {
    const { viewer, language } = c.var
    const token = c.req.query('token') ?? ''
    // Whoever sets a site up has no account yet; from there one can also log in.
    if (!viewer) return c.redirect(`/register?next=${encodeURIComponent(`/claim?token=${encodeURIComponent(token)}`)}`)
    const text = accountTexts[language]
    const { title, description } = text.claim
    const isGood = await claimIsGood(c.var.db, token, c.var.now)
    const name = displayName(viewer, language)
    return page(
      c,
      { title, description, scripts, robots: 'noindex' },
      <ClaimView {...{ text, token, isGood, name }} shell={shellTexts[language]} />,
    )
  })
  .get('/restore', (c) => {
    const text = accountTexts[c.var.language]
    const { title, description } = text.restore
    return page(c, { title, description, scripts, robots: 'noindex' }, <RestoreView text={text} />)
  })
