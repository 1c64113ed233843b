import { isRecord } from '#client/api-error.ts'
import { showUnread } from '#client/app/unread.ts'
import { moveFocus } from '#client/attach.ts'
import { isComment, type SentComment } from '#client/behaviors/comments/sent-comment.ts'
import { find, read } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { listen } from '#client/live/connection.ts'
import { inTab } from '#client/storage.ts'
import { browserZone } from '#client/time-zone.ts'
import { commentSection, commentsCount, newComments } from '#features/community/comments/hooks.ts'
import { reportedZone } from '#features/core/shell/hooks.ts'
import { shortCount, viewerFacts } from '#web/components/hooks.ts'

export function live(): void {
  liveBell()
  reportTimeZone()
  const [section, line] = [find(commentSection), find(newComments)]
  if (section && line) liveComments(section, line)
}

/** Keeps the unread counts of the page current. */
function liveBell(): void {
  showUnread((_, before) => before)
  listen({
    path: '/api/live',
    onMessage(message) {
      if (isRecord(message) && message.type === 'unread') show(message)
    },
    async poll() {
      show(await quietApi.get('/api/messages/unread'))
    },
  })
}

function show(unread: unknown): void {
  if (!isRecord(unread) || !isRecord(unread.by_category)) return
  const counts: Record<string, unknown> = { ...unread.by_category, all: unread.unread }
  showUnread((category) => Number(counts[category] ?? 0))
}

/** With more new comments than this the page is loaded again instead. */
const SHOWN_MAX = 20

/** Shows the number of new comments on an open post, and inserts them on demand. */
function liveComments(section: HTMLElement, line: HTMLElement): void {
  const { post, one, many } = read(newComments, line)
  const { uid } = read(viewerFacts, document.body)
  const button = line.querySelector('button')
  const arrived = new Map<number, SentComment>()
  /** New comments that are known only by their number, not by id. */
  let unnamed = 0

  const count = () => arrived.size + unnamed
  const show = () => {
    for (const id of arrived.keys())
      if (document.getElementById(`comment-${id}`)) arrived.delete(id)
    line.hidden = count() === 0
    if (button) button.textContent = (count() === 1 ? one : many).replace('{n}', String(count()))
  }
  const take = async () => {
    const insert = await import('#client/behaviors/comments/insert.ts').catch(() => null)
    if (!insert || unnamed > 0 || arrived.size > SHOWN_MAX)
      return location.assign(`/posts/${post}?comments=new#comments`)
    const waiting = [...arrived.values()].toSorted((a, b) => a.id - b.id)
    arrived.clear()
    const items = []
    for (const comment of waiting)
      items.push(await insert.placed(section, comment).catch(() => null))
    show()
    moveFocus(
      button,
      items.find((item) => item !== null),
    )
  }

  button?.addEventListener('click', () => void take())
  listen({
    path: `/api/posts/${post}/live`,
    onMessage(message) {
      if (!isRecord(message) || !isComment(message) || message.author_uid === uid) return
      arrived.set(message.id, message)
      show()
    },
    async poll() {
      const now = await quietApi.get(`/api/posts/${post}`)
      const place = find(commentsCount, section)
      if (!place) return
      unnamed = Math.max(
        0,
        Number(now.comments_count) - read(shortCount, place).count - arrived.size,
      )
      show()
    },
  })
}

/**
 * Reports the browser's time zone, for mails, after it has changed. It uses `quietApi`, because a
 * page must not lead to the login because of this report.
 */
function reportTimeZone(): void {
  const { zone: reported } = read(reportedZone, document.body)
  const zone = browserZone()
  if (reported === undefined || reported === zone) return
  // Reported once per tab and zone: a zone that the server refuses would otherwise be reported on
  // every page.
  const isSent = inTab.read('joule-zone') === zone
  if (!inTab.write('joule-zone', zone) || isSent) return
  quietApi.put('/api/settings/time-zone', { browser_time_zone: zone }).catch(() => {})
}
