import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { claimIsValid } from '#features/accounts/accounts/claim.ts'
import { type AccountText, accountTexts } from '#features/accounts/accounts/text.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import { nextOf, scripts, showLogin, showRegister } from '#features/accounts/accounts/views-entrance.tsx'
import { RestoreView } from '#features/accounts/accounts/views-restore.tsx'
import { USERNAME_MAX, USERNAME_MIN } from '#features/accounts/profiles/username.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { page } from '#features/core/shell/page.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/elements.tsx'
import { ApiForm, Field } from '#web/components/form.tsx'
import { errorsHere, optional } from '#web/components/hooks.ts'

interface ClaimProps {
  text: AccountText
  shell: ShellText
  token: string
  isGood: boolean
  viewer: Viewer
  language: Language
}

/** The page of the owner link that the deployment prints. */
function ClaimView({ text, shell, token, isGood, viewer, language }: ClaimProps) {
  const { claim } = text
  const name = displayName(viewer, language)
  if (!isGood) {
    return (
      <AccountCard heading={claim.heading}>
        <Notice>{claim.over}</Notice>
        <a class="button quiet wide" href="/">
          {claim.leave}
        </a>
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={claim.heading} lead={claim.lead(name)}>
      <ApiForm api="POST /api/claim-owner" after="goto:/admin" toast={claim.done} text={shell} id="claim">
        <input type="hidden" name="token" value={token} />
        {viewer.username === null && (
          <Field
            name="username"
            label={claim.name}
            aside={shell.optional}
            hint={claim.nameHint}
            autocomplete="nickname"
            minlength={USERNAME_MIN}
            maxlength={USERNAME_MAX}
            hooks={{ ...optional(), ...errorsHere({ codes: 'username_taken review_pending' }) }}
          />
        )}
        <button type="submit" class="button primary wide needs-script">
          {claim.submit}
        </button>
      </ApiForm>
    </AccountCard>
  )
}

export const accountsPages = new Hono<AppEnv>()
  .get('/login', async (c) => (c.var.viewer ? c.redirect(nextOf(c)) : showLogin(c)))
  .get('/register', async (c) =>
    c.var.viewer ? c.redirect(nextOf(c)) : showRegister(c, c.req.query('invitation') ?? ''),
  )
  .get('/claim', async (c) => {
    const { viewer, language } = c.var
    const token = c.req.query('token') ?? ''
    // A person who sets up a site usually has no account yet. The registration page links to the login page.
    if (!viewer) return c.redirect(`/register?next=${encodeURIComponent(`/claim?token=${encodeURIComponent(token)}`)}`)
    const text = accountTexts[language]
    const { title, description } = text.claim
    const isGood = await claimIsValid(c.var.db, token, c.var.now)
    return page(
      c,
      { title, description, scripts, robots: 'noindex' },
      <ClaimView {...{ text, token, isGood, viewer, language }} shell={shellTexts[language]} />,
    )
  })
  .get('/restore', (c) => {
    const text = accountTexts[c.var.language]
    const { title, description } = text.restore
    return page(c, { title, description, scripts, robots: 'noindex' }, <RestoreView text={text} />)
  })
