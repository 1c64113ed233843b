import { isRecord } from '#client/api-error.ts'
import { find, findAll, read, write } from '#client/hooks.ts'
import { listen, quietly } from '#client/live/connection.ts'
import { liveComments } from '#client/live/new-comments.ts'
import { commentSection, newComments } from '#features/community/comments/hooks.ts'
import { unreadCount } from '#web/components/hooks.ts'

export function live(): void {
  liveBell()
  const [section, line] = [find(commentSection), find(newComments)]
  if (section && line) liveComments(section, line)
}

/** The numbers of unread notices follow what happens elsewhere. */
function liveBell(): void {
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
