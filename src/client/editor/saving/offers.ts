import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { type Facts, savesItself } from '#client/editor/content.ts'
import type { notices } from '#client/editor/notices.ts'
import type { LocalCopies, LocalCopy } from '#client/editor/saving/local-copies.ts'
import { timeOf } from '#client/editor/saving/save-state.ts'
import { rememberSlot } from '#client/editor/saving/this-tab.ts'
import { editorText } from '#client/editor/text.ts'

interface OffersOptions {
  facts: Facts
  opening: Opening
  copies: LocalCopies
  shown: ReturnType<typeof notices>
  /** Stops storing and sending the content of the page. */
  abandon(): void
}

/** Says what was restored and is not autosaved, and offers the other copies in this browser. */
export function offers({ facts, opening, copies, shown, abandon }: OffersOptions): void {
  const text = editorText()

  const discard = async (afterwards: () => void) => {
    const question = { title: text.discardTitle, body: text.discardBody, button: text.discard }
    if (await confirmed(question)) afterwards()
  }

  const forget = (slot: string) => {
    copies.remove(slot)
    shown.clear(slot)
  }

  if (opening.restored && !savesItself(facts.status)) {
    const [, { at }] = opening.restored
    const openAnew = () => {
      abandon()
      location.reload()
    }
    const run = () => void discard(openAnew)
    shown.show('restored', 'info', text.restored(timeOf(at)), [{ label: text.discard, run }])
  }
  for (const [slot, copy] of opening.offered) {
    const title = copy.written.title || text.untitled
    shown.show(slot, 'warm', text.offered(title, timeOf(copy.at)), [
      {
        label: text.openIt,
        isPrimary: true,
        run() {
          // The author wants the copy to replace the server's current version.
          copies.write(slot, { ...copy, version: facts.version, setAside: undefined, at: Date.now() })
          rememberSlot(slot)
          location.reload()
        },
      },
      { label: text.discard, run: () => void discard(() => forget(slot)) },
    ])
  }
}

interface Opening {
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
