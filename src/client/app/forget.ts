import { OWNER, SAVED } from '#client/app/user-data.ts'
import { HISTORY } from '#client/reading-history.ts'
import { inBrowser } from '#client/storage.ts'

/**
 * After a logout, a ban or the login of another user: removes everything in this browser that was
 * for the user before, whose uid is `before`.
 */
export async function forget(before: string): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(SAVED)).map((name) => caches.delete(name)),
  )
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await navigator.clearAppBadge?.()
  inBrowser.remove(HISTORY)
  // The page of the next user may have written its own owner meanwhile.
  if (inBrowser.read(OWNER) === before) inBrowser.remove(OWNER)
}
