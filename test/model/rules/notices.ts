import fc from 'fast-check'
import { act, type Draw, done, ok, oneOf, refuse } from '../act.ts'
import { found, type Notice, type Person, type Site, type Switch } from '../state.ts'
import { mayInteract } from './blocks.ts'
import { daysOfLikes } from './post-states.ts'

/**
 * Adds a notice, unless users act on their own content or one of the two blocks the other. Blocks
 * do not affect system notices.
 */
export function addNotice(site: Site, notice: Omit<Notice, 'isRead'>): void {
  const { to, by, kind } = notice
  if (to === by) return
  if (by !== null && kind !== 'NotifySystem' && !mayInteract(site, 'notify', by, to)) return
  site.notices.push({ ...notice, isRead: false })
}

export function addSystemNotice(
  site: Site,
  event: string,
  to: number,
  about: number | null,
  by: number | null,
): void {
  addNotice(site, { to, kind: 'NotifySystem', about, by, detail: event })
}

/** Likes of a post share one notice per day. It grows with each like and becomes unread again. */
export function addLikeNotices(site: Site, author: number): void {
  for (const { post, day, likes } of likesWithoutNotice(site, author)) {
    found(site.posts, post).notified.set(day, likes)
    const known = likeNotice(site, author, post, day)
    if (known) known.isRead = false
    else
      addNotice(site, {
        to: author,
        kind: 'NotifyLikeAggregated',
        about: post,
        by: null,
        detail: day,
      })
  }
}

/** Likes by others without a notice, per post and day. Likes of deleted posts do not count. */
function likesWithoutNotice(
  site: Site,
  author: number,
): { post: number; day: string; likes: number }[] {
  const standing = [...site.posts.values()].filter(
    (post) => post.author === author && post.deletedAt === null,
  )
  return standing.flatMap((post) => {
    const days = daysOfLikes(post)
    return [...new Set(days)]
      .map((day) => ({ post: post.id, day, likes: days.filter((other) => other === day).length }))
      .filter(({ day, likes }) => likes > (post.notified.get(day) ?? 0))
  })
}

const likeNotice = ({ notices }: Site, author: number, post: number, day: string) =>
  notices.find(
    ({ to, kind, about, detail }) =>
      to === author && kind === 'NotifyLikeAggregated' && about === post && detail === day,
  )

const SWITCH: Record<string, Switch> = {
  NotifyComment: 'comment',
  NotifyCommentReply: 'reply',
  NotifyLikeAggregated: 'like',
  NotifyFollow: 'follow',
}

const CATEGORY: Record<string, string> = {
  NotifyComment: 'comment',
  NotifyCommentReply: 'comment',
  NotifyMention: 'mention',
  NotifyLikeAggregated: 'like',
  NotifyFollow: 'follow',
  NotifyLevelUp: 'system',
  NotifySystem: 'system',
}

export const isWanted = ({ off }: Person, kind: string) => !(SWITCH[kind] && off.has(SWITCH[kind]))

function inboxOf(site: Site, uid: number): Notice[] {
  const person = found(site.people, uid)
  return site.notices.filter(({ to, kind }) => to === uid && isWanted(person, kind))
}

/** Includes the likes that the next visit will add, so that the number does not jump. */
function unreadOf(site: Site, uid: number): object {
  const unread = inboxOf(site, uid).filter(({ isRead }) => !isRead)
  const coming = likesWithoutNotice(site, uid).filter(
    ({ post, day }) => likeNotice(site, uid, post, day)?.isRead !== false,
  )
  const count = (category: string) =>
    unread.filter(({ kind }) => CATEGORY[kind] === category).length
  const like =
    count('like') + (isWanted(found(site.people, uid), 'NotifyLikeAggregated') ? coming.length : 0)
  const by_category = {
    comment: count('comment'),
    mention: count('mention'),
    follow: count('follow'),
  }
  const system = count('system')
  const sum = like + system + by_category.comment + by_category.mention + by_category.follow
  return { unread: sum, by_category: { ...by_category, like, system } }
}

const INBOX_PAGE = 50

interface Shown {
  id: number
  kind: string
  related_id: number | null
  read: boolean
  actor: { uid: number } | null
  data: { event?: string }
}

/** Notices do not name the admin who decided. */
function isOf({ kind, about, isRead, by, detail }: Notice, item: Shown): boolean {
  const isSameEvent =
    kind === 'NotifySystem' ? item.data.event === detail : (item.actor?.uid ?? null) === by
  return kind === item.kind && about === item.related_id && isRead === item.read && isSameEvent
}

/** A notice that its user has seen. */
const known: Draw<number> = {
  arbitrary: fc.nat({ max: 5 }),
  pick: ({ notices }, drawn) => {
    const ids = notices.flatMap(({ id }) => id ?? [])
    return ids[Number(drawn) % ids.length] ?? null
  },
}

export const noticeActs = {
  'look at the bell': act('GET /api/messages/unread', 2, {}, ({ by }) => ({
    request: 'GET /api/messages/unread',
    rule: (site) => ok(unreadOf(site, by)),
  })),
  'open the inbox': act('GET /api/messages', 2, {}, ({ by }) => ({
    request: 'GET /api/messages?limit=50',
    rule(site, { json }) {
      addLikeNotices(site, by)
      const untold = inboxOf(site, by)
      const shown: Shown[] = json?.items ?? []
      for (const item of shown) {
        // Newest first, by the time of the last update.
        const at = untold.findLastIndex((one) => isOf(one, item))
        const [notice] = at < 0 ? [] : untold.splice(at, 1)
        if (notice === undefined) return ok({ 'no such notice': `${item.kind} ${item.related_id}` })
        notice.id = item.id
      }
      const isWhole = untold.length === 0 || shown.length === INBOX_PAGE
      return isWhole
        ? ok()
        : ok({ 'not there': untold.map(({ kind, about }) => `${kind} ${about}`) })
    },
  })),
  'read a notice': act('POST /api/messages/:id/read', 2, { notice: known }, ({ by, notice }) => ({
    request: `POST /api/messages/${notice}/read`,
    rule(site) {
      const it = site.notices.find(({ id, to }) => id === notice && to === by)
      if (it === undefined) return refuse('not_found')
      it.isRead = true
      return done()
    },
  })),
  'read all': act('POST /api/messages/read-all', 2, {}, ({ by }) => ({
    request: 'POST /api/messages/read-all',
    rule(site) {
      addLikeNotices(site, by)
      const unread = inboxOf(site, by).filter(({ isRead }) => !isRead)
      for (const notice of unread) notice.isRead = true
      return ok({ read: unread.length })
    },
  })),
  'turn a switch': act(
    'PUT /api/settings/notify-prefs',
    1,
    { kind: oneOf('comment', 'reply', 'like', 'follow'), enabled: oneOf(true, false) },
    ({ by, kind, enabled }) => ({
      request: 'PUT /api/settings/notify-prefs',
      body: { kind, enabled },
      rule(site) {
        const { off } = found(site.people, by)
        if (enabled) off.delete(kind)
        else off.add(kind)
        const isOn = (name: Switch) => !off.has(name)
        return ok({
          comment: isOn('comment'),
          reply: isOn('reply'),
          like: isOn('like'),
          follow: isOn('follow'),
        })
      },
    }),
  ),
  'choose a time zone': act(
    'PUT /api/settings/time-zone',
    1,
    { zone: oneOf('Europe/Berlin', 'UTC', '') },
    ({ by, zone }) => ({
      request: 'PUT /api/settings/time-zone',
      body: { time_zone: zone },
      rule(site) {
        const { zones } = found(site.people, by)
        zones.time_zone = zone || null
        return ok({ ...zones })
      },
    }),
  ),
  'report a time zone': act(
    'PUT /api/settings/time-zone',
    1,
    { zone: oneOf('America/New_York', 'Mars/Base') },
    ({ by, zone }) => ({
      request: 'PUT /api/settings/time-zone',
      body: { browser_time_zone: zone },
      rule(site) {
        if (zone === 'Mars/Base') return refuse('validation_failed')
        const { zones } = found(site.people, by)
        zones.browser_time_zone = zone
        return ok({ ...zones })
      },
    }),
  ),
}
