import { isRecord } from '#client/api-error.ts'
import { findAll, read, write } from '#client/hooks.ts'
import { listen, quietly } from '#client/live/connection.ts'
import { unreadCount } from '#web/components/hooks.ts'

/** The numbers of unread notices follow what happens elsewhere. */
export function liveBell(): void {
  listen({
    path: '/api/live',
    heard(message) {
      if (isRecord(message) && message.type === 'unread') show(message)
    },
    async ask() {
      show(await quietly('/api/messages/unread'))
    },
  })
}

function show(unread: unknown): void {
  if (!isRecord(unread) || !isRecord(unread.by_category)) return
  const counts: Record<string, unknown> = { ...unread.by_category, all: unread.unread }
  for (const element of findAll(unreadCount)) {
    const count = Number(counts[read(unreadCount, element).category] ?? 0)
    write(unreadCount, element, { unreadCount: count })
    element.hidden = count === 0
    if (element.firstElementChild) element.firstElementChild.textContent = count > 99 ? '99+' : String(count)
  }
}
