import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { claimIsGood } from '#features/accounts/accounts/claim.ts'
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

/** Opened by the link that a deployment prints. */
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
