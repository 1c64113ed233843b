import type { ShellText } from '#features/core/shell/text.ts'
import { unreadCount } from '#web/components/hooks.ts'

interface UnreadCountProps {
  /** A notification category, or `all`. client/behaviors/read-notice.ts decreases the count after a read. */
  of: string
  count: number
  text: ShellText
  /** Render the element hidden at zero, so that client/live/index.ts can update it. */
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
