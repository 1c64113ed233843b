/** For a page that is being left: its lock may outlive it for a moment. */
const PATIENCE = 400

/** Whether no other tab has this slot open. */
export async function isFree(slot: string): Promise<boolean> {
  // Only in secure contexts; without them two tabs are still told apart by the version of the post.
  const { locks } = navigator
  if (!locks) return true
  try {
    await locks.request(nameOf(slot), { signal: AbortSignal.timeout(PATIENCE) }, () => undefined)
    return true
  } catch {
    return false
  }
}

/** Holds a slot for as long as this page lives. */
export function hold(slot: string): void {
  void navigator.locks?.request(nameOf(slot), () => new Promise(() => {})).catch(() => undefined)
}

function nameOf(slot: string): string {
  return `joule-draft-${slot}`
}
