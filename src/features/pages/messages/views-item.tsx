import type { PropsWithChildren } from 'hono/jsx'
import { noticeFace, noticeItem, noticeLink } from '#features/core/notifications/hooks.ts'
import type { Kind } from '#features/core/notifications/kinds.ts'
import type { Notification } from '#features/core/notifications/shapes.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import type { MessagesText } from '#features/pages/messages/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon, type IconName } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

/** The whole line is a link. Opening it marks the notice as read (client/behaviors/read-notice.ts). */
export function NoticeItem({ item, text, language }: { item: Notification; text: MessagesText; language: Language }) {
  const { id, category, link, read, data, created_at } = item
  return (
    <li class={read ? 'notice-item' : 'notice-item unread'} {...noticeItem({ category })}>
      <Face item={item} />
      <div class="notice-words">
        <Line link={link} reads={read ? null : id}>
          {!read && <span class="visually-hidden">{text.unread}</span>}
          <Sentence item={item} />
        </Line>
        {typeof data.excerpt === 'string' && data.excerpt !== '' && <p class="notice-excerpt">{data.excerpt}</p>}
        <p class="notice-time">
          <Time value={created_at} language={language} />
        </p>
      </div>
      <span class="notice-dot" aria-hidden="true" />
    </li>
  )
}

/** A notice without a link can still be marked as read. */
function Line({ link, reads, children }: PropsWithChildren<{ link: string | null; reads: number | null }>) {
  const attributes = { class: 'notice-link', ...(reads !== null && noticeLink({ id: reads })) }
  if (link !== null) {
    return (
      <a href={link} {...attributes}>
        {children}
      </a>
    )
  }
  if (reads === null) return <span class="notice-link">{children}</span>
  return (
    <button type="button" {...attributes}>
      {children}
    </button>
  )
}

const ICONS: Record<Kind, IconName> = {
  NotifyComment: 'comment',
  NotifyCommentReply: 'reply',
  NotifyMention: 'at',
  NotifyLikeAggregated: 'heart',
  NotifyFollow: 'follow',
  NotifyLevelUp: 'levelUp',
  NotifySystem: 'info',
}

/** Icons by the first part of the event name: `post_approved` uses the icon of posts. */
const SYSTEM_ICONS: Record<string, IconName> = {
  post: 'page',
  profile: 'person',
  energy: 'bolt',
  role: 'shield',
  status: 'shield',
  report: 'flag',
  invariants: 'warning',
}

function iconOf({ kind, data }: Notification): IconName {
  const topic = typeof data.event === 'string' ? data.event.split('_')[0] : undefined
  return SYSTEM_ICONS[topic ?? ''] ?? ICONS[kind]
}

/** The avatar of the acting user with an icon for the event, or only the icon for system notices. */
function Face({ item }: { item: Notification }) {
  const { actor, kind } = item
  return (
    <span class={actor ? 'notice-face' : 'notice-face alone'} {...noticeFace({ kind })}>
      {actor && <Avatar user={actor} />}
      <span class="notice-sign">
        <Icon name={iconOf(item)} />
      </span>
    </span>
  )
}

/** Starts with the name of the acting user, if there is one. */
function Sentence({ item: { actor, text } }: { item: Notification }) {
  const name = actor?.display_name ?? ''
  if (name === '' || !text.startsWith(name)) return <>{text}</>
  return (
    <>
      <strong>{name}</strong>
      {text.slice(name.length)}
    </>
  )
}
