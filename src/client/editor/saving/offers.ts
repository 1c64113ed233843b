import { confirmed } from '#client/behaviors/forms/confirm.ts'
import { type Facts, savesItself } from '#client/editor/content.ts'
import type { notices } from '#client/editor/notices.ts'
import type { LocalCopies } from '#client/editor/saving/local-copies.ts'
import type { Opening } from '#client/editor/saving/opening.ts'
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
