import type { notices } from '#client/editor/notices.ts'
import type { SaveState } from '#client/editor/saving/saving.ts'
import { editorText } from '#client/editor/text.ts'

export type PendingPublish = ReturnType<typeof pendingPublish>

/** Publishing failed because the server was unreachable: says so, and offers it again when the network is back. */
export function pendingPublish(shown: ReturnType<typeof notices>, publish: () => void) {
  const text = editorText()
  let isOpen = false

  function offer(): void {
    if (!isOpen) return
    shown.show('publish', 'warm', text.backOnline, [{ label: text.publishNow, isPrimary: true, run: publish }])
  }

  addEventListener('online', offer)
  return {
    make(): void {
      isOpen = true
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
