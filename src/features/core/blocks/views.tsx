import type { PropsWithChildren } from 'hono/jsx'
import type { BlockedUser } from '#features/core/blocks/block.ts'
import { blockTexts } from '#features/core/blocks/text.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

export function BlocksTab({ blocked, language }: { blocked: Page<BlockedUser>; language: Language }) {
  const text = blockTexts[language]
  return (
    <section class="card" aria-labelledby="blocks-heading">
      <header>
        <h2 id="blocks-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      {blocked.items.length === 0 ? (
        <EmptyState icon="eyeShut" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <ul class="devices" id="blocked-people">
          {blocked.items.map((user) => (
            <li class="device">
              <Avatar user={user} />
              <div class="device-facts">
                <h3>
                  <a href={userPath(user.uid)}>{user.display_name}</a>
                </h3>
                <p>
                  <span>
                    {text.since} <Time value={user.blocked_at} language={language} />
                  </span>
                </p>
              </div>
              <Unblock user={user} after="remove:.device" language={language} />
            </li>
          ))}
        </ul>
      )}
      <Pager path="/settings?tab=blocks" cursor={blocked.next_cursor} label={shellTexts[language].loadMore} />
    </section>
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
    <ApiForm api={`POST /api/users/${user.uid}/block`} after={after} toast={text.unblocked} class="needs-script">
      <button type="submit" class="button small" aria-label={text.unblockOf(user.display_name)}>
        {text.unblock}
      </button>
    </ApiForm>
  )
}

export function BlockedNotice({ user, language }: Omit<UnblockProps, 'after'>) {
  return (
    <Notice>
      {blockTexts[language].blocked(user.display_name)} <Unblock user={user} after="reload" language={language} />
    </Notice>
  )
}

/** A comment of somebody whom the viewer blocks: there, and out of sight until it is opened. */
export function Folded({ name, language, children }: PropsWithChildren<{ name: string; language: Language }>) {
  return (
    <details class="comment-folded">
      <summary class="comment-deleted faint">
        <Icon name="eyeShut" />
        {blockTexts[language].folded(name)}
      </summary>
      {children}
    </details>
  )
}
