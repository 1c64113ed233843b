import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { claimIsValid } from '#features/accounts/accounts/claim.ts'
import { type AccountText, accountTexts } from '#features/accounts/accounts/text.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import { nextOf, scripts, showLogin, showRegister } from '#features/accounts/accounts/views-entrance.tsx'
import { RestoreView } from '#features/accounts/accounts/views-restore.tsx'
import { displayName } from '#features/core/people/user-ref.ts'
import { page } from '#features/core/shell/page.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Notice } from '#web/components/notice.tsx'

interface ClaimProps {
  text: AccountText
  shell: ShellText
  token: string
  isGood: boolean
  name: string
}

/** The page of the owner link that the deployment prints. */
function ClaimView({ text, shell, token, isGood, name }: ClaimProps) {
  const { claim } = text
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
        <button type="submit" class="button primary wide needs-script">
          {claim.submit}
        </button>
      </ApiForm>
    </AccountCard>
  )
}

export const accountsPages = new Hono<AppEnv>()
  .get('/login', async (c) => (c.var.viewer ? c.redirect(nextOf(c)) : showLogin(c)))
  .get('/register', async (c) => (c.var.viewer ? c.redirect(nextOf(c)) : showRegister(c)))
  .get('/claim', async (c) => {
    const { viewer, language } = c.var
    const token = c.req.query('token') ?? ''
    // A person who sets up a site usually has no account yet. The registration page links to the login page.
    if (!viewer) return c.redirect(`/register?next=${encodeURIComponent(`/claim?token=${encodeURIComponent(token)}`)}`)
    const text = accountTexts[language]
    const { title, description } = text.claim
    const isGood = await claimIsValid(c.var.db, token, c.var.now)
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
