import { showUnread } from '#client/app/unread.ts'
import { attach } from '#client/attach.ts'
import { closest, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { noticeItem, noticeLink } from '#features/core/notifications/hooks.ts'

/**
 * The milliseconds after which the link is followed without a response. The request continues.
 * Browser tests hold back timers of two seconds or more.
 */
const WAIT_MAX = 2000

/** Following a notice marks it as read, in this tab or a new one. */
function readNotices(): void {
  const follow = (event: MouseEvent) => {
    const link = closest(noticeLink, event.target)
    if (!link || event.button > 1) return
    const { id } = read(noticeLink, link)
    showRead(link)
    const marked = api.post(`/api/messages/${id}/read`).catch(() => undefined)
    const opensElsewhere = event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey
    if (opensElsewhere || !(link instanceof HTMLAnchorElement)) return
    // Waits for the response: it renews an expired session, and the next page then shows the right
    // unread count.
    event.preventDefault()
    void Promise.race([marked, new Promise((resolve) => setTimeout(resolve, WAIT_MAX))]).then(() =>
      location.assign(link.href),
    )
  }
  document.addEventListener('click', follow)
  document.addEventListener('auxclick', follow)
}

/**
 * After going back, the browser may show an old copy of the list, from before a notice was read.
 */
function freshAfterGoingBack(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'back_forward' && visit.transferSize === 0) location.reload()
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

function showRead(link: HTMLElement): void {
  link.removeAttribute(noticeLink.mark)
  link.querySelector('.visually-hidden')?.remove()
  const item = closest(noticeItem, link)
  item?.classList.remove('unread')
  const own = item && read(noticeItem, item).category
  showUnread((category, before) => before - Number(category === 'all' || category === own))
}

attach(freshAfterGoingBack, readNotices)
