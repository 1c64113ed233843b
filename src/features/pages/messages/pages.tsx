import { type Context, Hono } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import type { AppEnv } from '#env'
import { noticeFace, noticeItem, noticeLink } from '#features/core/notifications/hooks.ts'
import { inboxOf, unread } from '#features/core/notifications/inbox.ts'
import {
  CATEGORIES,
  type Category,
  isWanted,
  type Kind,
  kindsOf,
  type Notification,
  type Unread,
} from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Destination, linkTo } from '#features/core/shell/navigation.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { UnreadCount } from '#features/core/shell/top-bar.tsx'
import { Avatar } from '#features/core/shell/user.tsx'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { EmptyState, Icon, type IconName, LinkButton, PageHead } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'
import { signedInWith } from '#web/guards/access.ts'
import { pageRequest } from '#web/validation/validate.ts'

const notices = signedInWith((c, uid, live) =>
  inboxOf(uid, live, requestOf(c), c.var.language, c.var.now),
)

export const messagesPages = new Hono<AppEnv>().get('/messages', notices, async (c) => {
  const { db, viewer, language, own } = c.var
  const { category, after } = requestOf(c)
  const { title, description } = messagesTexts[language]
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['messages.js'] },
    <MessagesView
      {...{ category, notices: own, viewer, language }}
      unread={c.var.session?.unread ?? (await unread(db, viewer))}
      isFirstPage={after === null}
    />,
  )
})

function requestOf(c: Pick<Context, 'req'>) {
  const category = CATEGORIES.find((name) => name === c.req.query('category')) ?? ('all' as const)
  return { category, ...pageRequest({ cursor: c.req.query('cursor') }) }
}

interface MessagesViewProps {
  category: Category | 'all'
  notices: Page<Notification>
  unread: Unread
  isFirstPage: boolean
  viewer: Viewer
  language: Language
}

function MessagesView(props: MessagesViewProps) {
  const { category, notices, unread, isFirstPage, viewer, language } = props
  const [text, shell] = [messagesTexts[language], shellTexts[language]]
  return (
    <div class="messages">
      <link rel="stylesheet" href={asset('messages.css')} />
      <PageHead title={text.title}>
        {unread.unread > 0 && viewer.status === 'active' && <ReadAll text={text} />}
        <a
          class="button quiet icon"
          href="/settings?tab=notifications"
          aria-label={text.preferences}
        >
          <Icon name="settings" />
        </a>
      </PageHead>
      <Categories {...{ category, unread, language }} />
      {!isFirstPage && (
        <p class="to-newest small">
          <a href={pathOf(category)}>{text.toNewest}</a>
        </p>
      )}
      {notices.items.length === 0 && isFirstPage ? (
        <NoMessages {...{ category, viewer, language }} />
      ) : (
        <ol class="notices box hairlines" id="notices" aria-label={text.listLabel}>
          {notices.items.map((item) => (
            <NoticeItem {...{ item, language }} />
          ))}
        </ol>
      )}
      {notices.items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={pathOf(category)} cursor={notices.next_cursor} label={shell.loadMore} />
    </div>
  )
}

function ReadAll({ text }: { text: MessagesText }) {
  return (
    <ApiButton api="POST /api/messages/read-all" after="reload" toast={text.readAllDone}>
      <Icon name="check" />
      {text.readAll}
    </ApiButton>
  )
}

function Categories({
  category,
  unread,
  language,
}: Pick<MessagesViewProps, 'category' | 'unread' | 'language'>) {
  const text = messagesTexts[language]
  const counts = { all: unread.unread, ...unread.by_category }
  return (
    <Tabs
      label={text.categoriesLabel}
      items={(['all', ...CATEGORIES] as const).map((name) => ({
        href: pathOf(name),
        label: text.categories[name],
        current: name === category,
        badge: <UnreadCount of={name} count={counts[name]} text={shellTexts[language]} />,
      }))}
    />
  )
}

function pathOf(category: Category | 'all'): string {
  return category === 'all' ? '/messages' : `/messages?category=${category}`
}

/** Explains why the list is empty, and suggests a next step. */
function NoMessages({
  category,
  viewer,
  language,
}: Pick<MessagesViewProps, 'category' | 'viewer' | 'language'>) {
  const text = messagesTexts[language]
  if (category !== 'all' && !kindsOf(category).some((kind) => isWanted(kind, viewer))) {
    const turnOn = (
      <LinkButton href="/settings?tab=notifications" kind="primary" label={text.turnOn} />
    )
    return (
      <EmptyState icon="bellOff" title={text.off.title} actions={turnOn} hint={text.off.body} />
    )
  }
  const { icon, suggested } = SUGGESTIONS[category]
  const { title, body } = text.empty[category]
  const isInvited = suggested.includes('write')
  return (
    <>
      <EmptyState
        icon={icon}
        title={title}
        {...(!(isInvited && isNewcomer(viewer)) && {
          actions: <Action {...{ suggested, viewer, text }} />,
        })}
        hint={body}
      />
      {isInvited && isNewcomer(viewer) && <FirstSteps language={language} />}
    </>
  )
}

type Suggestion = Extract<Destination, 'write' | 'posts' | 'help'> | 'profile'

/**
 * The icon and the suggested links of each category. The first link that the viewer can open is
 * shown.
 */
const SUGGESTIONS: Record<Category | 'all', { icon: IconName; suggested: Suggestion[] }> = {
  all: { icon: 'bell', suggested: ['write', 'posts', 'profile'] },
  comment: { icon: 'comment', suggested: ['posts', 'write'] },
  mention: { icon: 'at', suggested: ['profile'] },
  like: { icon: 'heart', suggested: ['write'] },
  follow: { icon: 'follow', suggested: ['profile'] },
  system: { icon: 'info', suggested: ['help'] },
}

function Action({
  suggested,
  viewer,
  text,
}: {
  suggested: Suggestion[]
  viewer: Viewer
  text: MessagesText
}) {
  for (const name of suggested) {
    const href = name === 'profile' ? '/settings?tab=profile' : linkTo(name, viewer)?.href
    if (href !== undefined) return <LinkButton href={href} kind="primary" label={text[name]} />
  }
  return null
}

/** The whole line is a link. Opening it marks the notice as read (client/entries/messages.ts). */
function NoticeItem({ item, language }: { item: Notification; language: Language }) {
  const { id, category, link, read, data, created_at } = item
  return (
    <li class={read ? 'notice-item' : 'notice-item unread'} {...noticeItem({ category })}>
      <Face item={item} />
      <div class="notice-words">
        <Line link={link} reads={read ? null : id}>
          {!read && <span class="visually-hidden">{messagesTexts[language].unread}</span>}
          <Sentence item={item} />
        </Line>
        {typeof data.excerpt === 'string' && data.excerpt !== '' && (
          <p class="two-lines soft small">{data.excerpt}</p>
        )}
        <p class="faint tiny">
          <Time value={created_at} language={language} />
        </p>
      </div>
      <span class="notice-dot" aria-hidden="true" />
    </li>
  )
}

/** A notice without a link can still be marked as read. */
function Line({
  link,
  reads,
  children,
}: PropsWithChildren<{ link: string | null; reads: number | null }>) {
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

/** The avatar of the acting user with an icon for the event. A system notice has only the icon. */
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

/** The text of a notice. The name of the acting user is bold, if the text begins with it. */
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

const messagesTexts = bilingual({
  title: ['通知', 'Notifications'],
  description: [
    '评论、提及、赞、关注和系统通知。',
    'Comments, mentions, likes, follows and system notifications.',
  ],
  categoriesLabel: ['通知分类', 'Notification categories'],
  categories: {
    all: ['全部', 'All'],
    comment: ['评论', 'Comments'],
    mention: ['提到我', 'Mentions'],
    like: ['赞', 'Likes'],
    follow: ['关注', 'Follows'],
    system: ['系统', 'System'],
  },
  readAll: ['全部标为已读', 'Mark all as read'],
  readAllDone: ['已将 {read} 条通知标为已读。', 'Marked as read: {read}.'],
  preferences: ['通知设置', 'Notification settings'],
  unread: ['未读：', 'Unread: '],
  listLabel: ['通知列表，最新的在前', 'Notifications, newest first'],
  toNewest: ['回到最新通知', 'Back to newest'],
  end: ['没有更早的通知了', 'No older notifications'],
  empty: {
    all: {
      title: ['还没有通知', 'No notifications yet'],
      body: [
        '收到评论、关注和赞，或等级提升时，会在这里通知你。',
        'You will be notified here about comments, new followers, likes and new levels.',
      ],
    },
    comment: {
      title: ['还没有评论', 'No comments yet'],
      body: [
        '发布文章或参与讨论后，收到的评论和回复会出现在这里。',
        'Publish a post or join a discussion. Comments and replies appear here.',
      ],
    },
    mention: {
      title: ['还没有人提到你', 'No mentions yet'],
      body: [
        '有人在评论里 @ 你时，会显示在这里。',
        'When someone mentions you with @ in a comment, it appears here.',
      ],
    },
    like: {
      title: ['还没有收到赞', 'No likes yet'],
      body: [
        '文章收到的赞会按天合并成一条通知，出现在这里。',
        'Likes of a post are grouped into one notification per day.',
      ],
    },
    follow: {
      title: ['还没有新的关注者', 'No new followers yet'],
      body: [
        '设置头像和签名，让更多人关注你。',
        'Add an avatar and a signature to help people get to know you.',
      ],
    },
    system: {
      title: ['还没有系统通知', 'No system notifications yet'],
      body: [
        '等级提升、审核结果和账号变动会在这里通知你。',
        'New levels, review results and account changes appear here.',
      ],
    },
  },
  off: {
    title: ['这类通知已关闭', 'These notifications are off'],
    body: [
      '你关闭了这类通知。重新打开后，关闭期间的通知也会显示。',
      'You turned these notifications off. If you turn them on, earlier ones appear too.',
    ],
  },
  turnOn: ['打开通知', 'Turn on'],
  write: ['写一篇文章', 'Write a post'],
  profile: ['完善资料', 'Complete your profile'],
  help: ['了解等级与能量', 'About levels and energy'],
  posts: ['去看看文章', 'Browse posts'],
})

type MessagesText = (typeof messagesTexts)['en']
