import type { Child } from 'hono/jsx'
import { RESTORE_TOKEN_LIFETIME } from '#features/accounts/deletion/deletion.ts'
import {
  forgetRestore,
  nothingToRestore,
  purgeDate,
  restoreHalf,
} from '#features/accounts/login/hooks.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { MINUTE } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

/**
 * The page contains both states. The restore token is stored in the browser, so a script decides
 * which one to show.
 */
export function RestoreView({ language }: { language: Language }) {
  const text = restoreTexts[language]
  return (
    <>
      {/* This half is a template, because a page has only one h1. */}
      <template {...restoreHalf()}>
        <div>
          <Offer text={text} date={<span class="purge-date" {...purgeDate()} />} />
        </div>
      </template>
      <div {...nothingToRestore()}>
        <AccountCard heading={text.nothingHeading}>
          <p class="soft">{text.nothing}</p>
          <LinkButton href="/login" kind="primary wide" label={text.toLogin} />
        </AccountCard>
      </div>
    </>
  )
}

/** The same page without JavaScript: the form contains the token. */
export function PlainRestoreView({
  token,
  purgeAt,
  language,
}: {
  token: string
  purgeAt: string
  language: Language
}) {
  const date = <Time value={purgeAt} language={language} show="date" />
  return <Offer text={restoreTexts[language]} date={date} token={token} />
}

function Offer({
  text,
  date,
  token,
}: {
  text: (typeof restoreTexts)['en']
  date: Child
  token?: string
}) {
  const fields = (
    <>
      <input type="hidden" name="restore_token" value={token} />
      <Button type="submit" kind="primary wide" label={text.submit} />
      <LinkButton href="/" {...(!token && forgetRestore())} kind="quiet wide" label={text.leave} />
    </>
  )
  return (
    <AccountCard heading={text.heading}>
      <p class="soft">
        {text.before} {date}
        {text.after}
      </p>
      {token ? (
        <form class="form" method="post" action="/restore">
          {fields}
        </form>
      ) : (
        <ApiForm
          api="POST /api/auth/confirm-restore"
          after="goto:/"
          toast={text.welcome}
          class="form restore-form"
        >
          {fields}
        </ApiForm>
      )}
    </AccountCard>
  )
}

export const restoreTexts = bilingual({
  title: ['恢复账号', 'Restore account'],
  heading: ['你的账号正在注销中', 'Your account is scheduled for deletion'],
  description: ['恢复正在注销的账号。', 'Restore an account that is scheduled for deletion.'],
  before: ['如果不恢复，它将在', 'Unless you restore it, it will be permanently deleted on'],
  after: [
    '被永久删除。在此之前数据都会保留，恢复后可以照常使用。',
    '. Until then your data is kept, and you can restore your account as it was.',
  ],
  submit: ['恢复我的账号', 'Restore my account'],
  leave: ['不恢复，返回首页', 'Don’t restore, go to the home page'],
  welcome: ['账号已恢复，欢迎回来！', 'Account restored. Welcome back!'],
  nothingHeading: ['没有可以恢复的账号', 'Nothing to restore'],
  nothing: [
    `请先登录。如果账号正在注销，登录后会进入恢复页面。恢复页面 ${RESTORE_TOKEN_LIFETIME / MINUTE} 分钟内有效。`,
    `Please log in. If your account is scheduled for deletion, you can then restore it here within ${RESTORE_TOKEN_LIFETIME / MINUTE} minutes.`,
  ],
  toLogin: ['去登录', 'Log in'],
})
