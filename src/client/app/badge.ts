import { find, read, where } from '#client/hooks.ts'
import { unreadCount } from '#web/components/hooks.ts'

/** The number on the icon of the installed app is that of the bell. */
export function showBadge(): void {
  const bell = find(where(unreadCount, { category: 'all' }))
  if (bell) void navigator.setAppBadge?.(Math.max(0, read(unreadCount, bell).unreadCount)).catch(() => {})
}
