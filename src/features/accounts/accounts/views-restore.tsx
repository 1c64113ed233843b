import { forgetRestore, nothingToRestore, purgeDate, restoreHalf } from '#features/accounts/accounts/hooks.ts'
import type { AccountText } from '#features/accounts/accounts/text.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Button, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

/** The page contains both states. The restore token is stored in the browser, so a script decides which one to show. */
export function RestoreView({ text }: { text: AccountText }) {
  const { restore } = text
  return (
    <>
      <div {...restoreHalf()} hidden>
        <AccountCard heading={restore.heading}>
          <p class="soft">
            {restore.before} <span class="purge-date" {...purgeDate()} />
            {restore.after}
          </p>
          <ApiForm
            api="POST /api/auth/confirm-restore"
            after="goto:/"
            toast={restore.welcome}
            class="form restore-form"
          >
            <input type="hidden" name="restore_token" />
            <Button type="submit" kind="primary wide" label={restore.submit} />
            <LinkButton href="/" {...forgetRestore()} kind="quiet wide" label={restore.leave} />
          </ApiForm>
        </AccountCard>
      </div>
      <div {...nothingToRestore()}>
        <AccountCard heading={restore.nothingHeading}>
          <p class="soft">{restore.nothing}</p>
          <LinkButton href="/login" kind="primary wide" label={restore.toLogin} />
        </AccountCard>
      </div>
    </>
  )
}

interface PlainRestoreProps {
  text: AccountText
  token: string
  purgeAt: string
  language: Language
}

/** Without JavaScript the form contains the token. */
export function PlainRestoreView({ text: { restore }, token, purgeAt, language }: PlainRestoreProps) {
  return (
    <AccountCard heading={restore.heading}>
      <p class="soft">
        {restore.before} <Time value={purgeAt} language={language} show="date" />
        {restore.after}
      </p>
      <form class="form" method="post" action="/restore">
        <input type="hidden" name="restore_token" value={token} />
        <Button type="submit" kind="primary wide" label={restore.submit} />
        <LinkButton href="/" kind="quiet wide" label={restore.leave} />
      </form>
    </AccountCard>
  )
}
