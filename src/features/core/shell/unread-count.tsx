import type { ShellText } from '#features/core/shell/text.ts'
import { unreadCount } from '#web/components/hooks.ts'

interface UnreadCountProps {
  /** What is counted: a category of messages, or all of them. Reading one counts them down: client/behaviors/read-notice.ts. */
  of: string
  count: number
  text: ShellText
  /** Also there while it is zero, hidden: something may come (client/live/index.ts). */
  stays?: boolean
}

export function UnreadCount({ of, count, text, stays = false }: UnreadCountProps) {
  if (count === 0 && !stays) return null
  return (
    <span class="count" {...unreadCount({ category: of, unreadCount: count })} hidden={count === 0}>
      <span>{count > 99 ? '99+' : count}</span>
      <span class="visually-hidden"> {text.unread}</span>
    </span>
  )
}
