import type { notices } from '#client/editor/notices.ts'
import type { SaveState } from '#client/editor/saving/saving.ts'
import { editorText } from '#client/editor/text.ts'

export type PendingPublish = ReturnType<typeof pendingPublish>

/** Publishing failed because the server was unreachable: says so, and offers it again when the network is back. */
export function pendingPublish(shown: ReturnType<typeof notices>, publish: () => void) {
  const text = editorText()
  let isOpen = false
  let isOffered = false

  function offer(): void {
    // A second notice would replace the button, and a press on the first button would do nothing.
    if (!isOpen || isOffered) return
    isOffered = true
    shown.show('publish', 'warm', text.backOnline, [{ label: text.publishNow, isPrimary: true, run: publish }])
  }

  addEventListener('online', offer)
  return {
    make(): void {
      isOpen = true
      isOffered = false
      shown.show('publish', 'warm', text.publishLater)
    },
    /** Call when publishing starts again or is no longer wanted. */
    drop(): void {
      isOpen = false
      shown.clear('publish')
    },
    follow(state: SaveState): void {
      if (state.is === 'saved') offer()
    },
  }
}
