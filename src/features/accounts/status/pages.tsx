import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { claimIsValid, OWNER_LINK_LIFETIME } from '#features/accounts/status/claim.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { UsernameField } from '#features/core/shell/user.tsx'
import { SETUP_PATH } from '#features/core/site/setup.ts'
import { MINUTE } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { optionalViewer } from '#web/guards/access.ts'

const claimTexts = bilingual({
  title: ['成为站长', 'Become the owner'],
  heading: ['成为这个站点的站长', 'Become the owner of this site'],
  description: [
    '使用部署时生成的链接成为站长。',
    'Become the owner of a site with the link that its deployment printed.',
  ],
  lead: [
    (name: string) => `${name} 将成为站长：可以审核、管理用户和修改站点设置。`,
    (name: string) =>
      `${name} will be able to review content, manage people and change the site settings.`,
  ],
  name: ['你的用户名', 'Your username'],
  nameHint: [
    `显示在你的文章旁边，有了它才能发布文章。${USERNAME_MIN} 到 ${USERNAME_MAX} 个文字、数字、下划线或连字符，也可以以后再设置。`,
    `Shown beside your posts. You need it to publish. ${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, underscores or hyphens. You can also choose one later.`,
  ],
  submit: ['成为站长', 'Become the owner'],
  done: ['你现在是站长了。', 'You are now the owner of this site.'],
  over: [
    `链接已失效。链接只能使用一次，${OWNER_LINK_LIFETIME / MINUTE} 分钟内有效，站点已有站长时也无法使用。再次运行 npm run deploy 可以生成新链接。`,
    `This link has expired. It works once, for ${OWNER_LINK_LIFETIME / MINUTE} minutes, and only while the site has no owner. Run npm run deploy to get a new one.`,
  ],
  leave: ['返回首页', 'Go to the home page'],
})

/** The page of the owner link that the deployment prints. */
export const claimPages = new Hono<AppEnv>().get('/claim', optionalViewer, async (c) => {
  const { viewer, language } = c.var
  const token = c.req.query('token') ?? ''
  // A person who sets up a site usually has no account yet. The registration page links to the
  // login page.
  if (!viewer)
    return c.redirect(
      `/register?next=${encodeURIComponent(`/claim?token=${encodeURIComponent(token)}`)}`,
    )
  const { title, description } = claimTexts[language]
  const isGood = await claimIsValid(c.var.db, token, c.var.now)
  return page(
    c,
    { title, description, scripts: ['account.js'], robots: 'noindex' },
    <ClaimView {...{ token, isGood, viewer, language }} />,
  )
})

interface ClaimProps {
  token: string
  isGood: boolean
  viewer: Viewer
  language: Language
}

function ClaimView({ token, isGood, viewer, language }: ClaimProps) {
  const [text, shell] = [claimTexts[language], shellTexts[language]]
  if (!isGood) {
    return (
      <AccountCard heading={text.heading}>
        <Notice>{text.over}</Notice>
        <LinkButton href="/" kind="quiet wide" label={text.leave} />
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={text.heading} lead={text.lead(displayName(viewer, language))}>
      <ApiForm
        api="POST /api/claim-owner"
        after={`goto:${SETUP_PATH}`}
        toast={text.done}
        text={shell}
        id="claim"
      >
        <input type="hidden" name="token" value={token} />
        {viewer.username === null && (
          <UsernameField label={text.name} aside={shell.optional} hint={text.nameHint} />
        )}
        <Button type="submit" kind="primary wide needs-script" label={text.submit} />
      </ApiForm>
    </AccountCard>
  )
}
