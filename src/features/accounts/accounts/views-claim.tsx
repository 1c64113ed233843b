import type { AccountText } from '#features/accounts/accounts/text.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Notice } from '#web/components/notice.tsx'

interface ClaimProps {
  text: AccountText
  shell: ShellText
  token: string
  isGood: boolean
  /** Who would become the owner. */
  name: string
}

/** Opened by the link that a deployment prints. */
export function ClaimView({ text, shell, token, isGood, name }: ClaimProps) {
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
