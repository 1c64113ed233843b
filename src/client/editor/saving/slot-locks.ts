/** After a crash, the lock of the old page may exist for a moment. */
const LOCK_TIMEOUT = 400

export async function isFree(slot: string): Promise<boolean> {
  // Only in secure contexts; without locks, the version of the post still detects a second tab.
  const { locks } = navigator
  if (!locks) return true
  // No timeout: a slow machine may take long to grant a free lock.
  if (await locks.request(nameOf(slot), { ifAvailable: true }, (lock) => lock !== null)) return true
  try {
    await locks.request(nameOf(slot), { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, () => undefined)
    return true
  } catch {
    return false
  }
}

/** Locks a slot until this page is closed; the next page must find it free. */
export function hold(slot: string): void {
  const left = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), { once: true }))
  void navigator.locks?.request(nameOf(slot), () => left).catch(() => undefined)
  addEventListener('pageshow', ({ persisted }) => persisted && hold(slot), { once: true })
}

function nameOf(slot: string): string {
  return `joule-draft-${slot}`
}
