import type { PropsWithChildren } from 'hono/jsx'
import type { BlockedUser } from '#features/core/blocks/block.ts'
import { blockTexts } from '#features/core/blocks/text.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar } from '#features/core/shell/user.tsx'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import type { Page } from '#kernel/paging.ts'
import { Card, Icon, ItemRow, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { PagedList } from '#web/components/lists.tsx'
import { LabelledTime } from '#web/components/time.tsx'

export function BlocksTab({
  blocked,
  language,
}: {
  blocked: Page<BlockedUser>
  language: Language
}) {
  const text = blockTexts[language]
  return (
    <Card
      heading="blocks-heading"
      title={text.heading}
      lead={text.lead}
      hooks={freshPart({ part: 'blocks' })}
    >
      <PagedList
        page={blocked}
        path="/settings?tab=blocks"
        empty={{ icon: 'eyeShut', title: text.none, hint: text.noneHint }}
        language={language}
      >
        <ul class="devices" id="blocked-people">
          {blocked.items.map((user) => (
            <ItemRow
              picture={<Avatar user={user} />}
              title={<a href={userPath(user.uid)}>{user.display_name}</a>}
              action={<Unblock user={user} after="remove:.device" language={language} />}
            >
              <LabelledTime label={text.since} value={user.blocked_at} language={language} />
            </ItemRow>
          ))}
        </ul>
      </PagedList>
    </Card>
  )
}

interface UnblockProps {
  user: { uid: number; display_name: string }
  after: 'reload' | `remove:${string}`
  language: Language
}

function Unblock({ user, after, language }: UnblockProps) {
  const text = blockTexts[language]
  return (
    <ApiButton
      api={`POST /api/users/${user.uid}/block`}
      after={after}
      toast={text.unblocked}
      label={text.unblockOf(user.display_name)}
    >
      {text.unblock}
    </ApiButton>
  )
}

interface BlockItemProps extends Omit<UnblockProps, 'after'> {
  isBlocked: boolean
}

/**
 * An entry of the menu of a space. It reloads the page, which then has no posts of the blocked
 * user.
 */
export function BlockItem({
  user: { uid, display_name: name },
  isBlocked,
  language,
}: BlockItemProps) {
  const text = blockTexts[language]
  const label = isBlocked ? text.unblockOf(name) : text.block(name)
  return (
    <ApiButton
      api={`POST /api/users/${uid}/block`}
      after="reload"
      toast={isBlocked ? text.unblocked : text.wasBlocked(name)}
      {...(!isBlocked && {
        confirm: { title: text.blockTitle(name), body: text.lead, button: text.blockNow },
      })}
      button="menu-item"
    >
      <Icon name={isBlocked ? 'eye' : 'eyeShut'} />
      {label}
    </ApiButton>
  )
}

/** The same entry for anonymous viewers: a link to the login page. */
export function BlockLink({
  name,
  next,
  language,
}: {
  name: string
  next: string
  language: Language
}) {
  return (
    <a class="menu-item" href={loginPath(next)} rel="nofollow">
      <Icon name="eyeShut" />
      {blockTexts[language].block(name)}
    </a>
  )
}

export function BlockedNotice({ user, language }: Omit<UnblockProps, 'after'>) {
  return (
    <Notice>
      {blockTexts[language].blocked(user.display_name)}{' '}
      <Unblock user={user} after="reload" language={language} />
    </Notice>
  )
}

/** A comment by a user that the viewer blocks. It is collapsed until the viewer opens it. */
export function Folded({
  name,
  language,
  children,
}: PropsWithChildren<{ name: string; language: Language }>) {
  return (
    <details class="comment-folded">
      <summary class="comment-deleted line small faint">
        <Icon name="eyeShut" />
        {blockTexts[language].folded(name)}
      </summary>
      {children}
    </details>
  )
}
