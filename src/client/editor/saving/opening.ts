import type { Facts } from '#client/editor/content.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'

export interface Opening {
  /** The copy to restore. */
  restored: [slot: string, copy: LocalCopy] | null
  /** Other copies that the author may open or discard. */
  offered: [slot: string, copy: LocalCopy][]
}

/**
 * Chooses a copy to restore from the copies that no other tab has open. A copy of the server's current version is newer
 * and is restored. So is a copy with an unanswered request; the next save resolves it. If the server has a newer
 * version, or if a new post is started while an older attempt exists, the author decides. `lastSlot` is the slot that
 * this tab used before it was reloaded.
 */
export function openingOf(copies: Opening['offered'], facts: Facts, lastSlot: string | null): Opening {
  const restored =
    facts.id === null
      ? copies.find(([slot]) => slot === lastSlot)
      : copies.find(([, copy]) => !copy.setAside && isOfVersion(copy, facts.version))
  return { restored: restored ?? null, offered: copies.filter((copy) => copy !== restored) }
}

function isOfVersion({ version, sent }: LocalCopy, current: number | null): boolean {
  return version === current || (sent !== undefined && version !== null && version + 1 === current)
}
