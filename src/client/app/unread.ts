import { findAll, read, write } from '#client/hooks.ts'
import { unreadCount } from '#web/components/hooks.ts'

/**
 * Changes the unread counts of the page, and the count on the icon of the installed app, which is
 * that of the bell.
 */
export function showUnread(countOf: (category: string, before: number) => number): void {
  for (const element of findAll(unreadCount)) {
    const { category, unreadCount: before } = read(unreadCount, element)
    const count = Math.max(0, countOf(category, before))
    write(unreadCount, element, { unreadCount: count })
    element.hidden = count === 0
    if (element.firstElementChild)
      element.firstElementChild.textContent = count > 99 ? '99+' : String(count)
    if (category === 'all') void navigator.setAppBadge?.(count).catch(() => {})
  }
}
