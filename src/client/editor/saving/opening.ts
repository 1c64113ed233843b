import type { Facts } from '#client/editor/content.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'

export interface Opening {
  /** The copy to go on with. */
  restored: [slot: string, copy: LocalCopy] | null
  /** Others that their author may want to open, or to be rid of. */
  offered: [slot: string, copy: LocalCopy][]
}

/**
 * What to go on with, of the copies that no other tab has open. A copy of what the server still has is simply the newer one, and
 * so may be one whose sending was never answered: the next save finds out. Where the server has moved on, or where a new post is
 * begun beside an older attempt, the author decides. `lastSlot` is the one that this tab had before it was reloaded.
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
