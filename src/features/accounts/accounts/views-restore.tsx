import { forgetRestore, nothingToRestore, purgeDate, restoreHalf } from '#features/accounts/accounts/hooks.ts'
import type { AccountText } from '#features/accounts/accounts/text.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Time } from '#web/components/time.tsx'

/** Both halves are in the page; the browser shows the one that fits, since only it knows whether there is a restore token. */
export function RestoreView({ text }: { text: AccountText }) {
  const { restore } = text
  return (
    <>
      <div {...restoreHalf()} hidden>
        <AccountCard heading={restore.heading}>
          <p class="soft">
            {restore.before} <time class="purge-date" {...purgeDate()} />
            {restore.after}
          </p>
          <ApiForm
            api="POST /api/auth/confirm-restore"
            after="goto:/"
            toast={restore.welcome}
            class="form restore-form"
          >
            <input type="hidden" name="restore_token" />
            <button type="submit" class="button primary wide">
              {restore.submit}
            </button>
            <a class="button quiet wide" href="/" {...forgetRestore()}>
              {restore.leave}
            </a>
          </ApiForm>
        </AccountCard>
      </div>
      <div {...nothingToRestore()}>
        <AccountCard heading={restore.nothingHeading}>
          <p class="soft">{restore.nothing}</p>
          <a class="button primary wide" href="/login">
            {restore.toLogin}
          </a>
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

/** Where no script runs, the token comes with the page. */
export function PlainRestoreView({ text: { restore }, token, purgeAt, language }: PlainRestoreProps) {
  return (
    <AccountCard heading={restore.heading}>
      <p class="soft">
        {restore.before} <Time value={purgeAt} language={language} show="date" />
        {restore.after}
      </p>
      <form class="form" method="post" action="/restore">
        <input type="hidden" name="restore_token" value={token} />
        <button type="submit" class="button primary wide">
          {restore.submit}
        </button>
        <a class="button quiet wide" href="/">
          {restore.leave}
        </a>
      </form>
    </AccountCard>
  )
}
