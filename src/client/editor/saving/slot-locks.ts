/** For a page that crashed: its lock may outlive it for a moment. */
const PATIENCE = 400

export async function isFree(slot: string): Promise<boolean> {
  // Only in secure contexts; without them two tabs are still told apart by the version of the post.
  const { locks } = navigator
  if (!locks) return true
  // Without a limit: however long a slow machine takes to say so, a lock that nobody has is free.
  if (await locks.request(nameOf(slot), { ifAvailable: true }, (lock) => lock !== null)) return true
  try {
    await locks.request(nameOf(slot), { signal: AbortSignal.timeout(PATIENCE) }, () => undefined)
    return true
  } catch {
    return false
  }
}

/** Holds a slot for as long as this page lives: the page after it must find it free. */
export function hold(slot: string): void {
  const left = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), { once: true }))
  void navigator.locks?.request(nameOf(slot), () => left).catch(() => undefined)
  addEventListener('pageshow', ({ persisted }) => persisted && hold(slot), { once: true })
}

function nameOf(slot: string): string {
  return `joule-draft-${slot}`
}
