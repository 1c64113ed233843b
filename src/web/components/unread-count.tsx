import { unreadCount } from '#web/components/hooks.ts'
import type { ShellText } from '#web/text.ts'

interface UnreadCountProps {
  /** What is counted: a category of messages, or all of them. Reading one counts them down: client/behaviors/read-notice.ts. */
  of: string
  count: number
  text: ShellText
}

export function UnreadCount({ of, count, text }: UnreadCountProps) {
  if (count === 0) return null
  return (
    <span class="count" {...unreadCount({ category: of, unreadCount: count })}>
      <span>{count > 99 ? '99+' : count}</span>
      <span class="visually-hidden"> {text.unread}</span>
    </span>
  )
}
