import { hold } from '#client/first/keep.ts'
import { noteKeys } from '#client/first/note-key.ts'
import { notePresses } from '#client/first/note-press.ts'
import { scriptsOfThePage } from '#client/first/scripts.ts'
import { applyTheme } from '#client/first/theme.ts'

// Written into the head of every page (features/core/shell/head.ts): it runs before anything is shown, and so before anything can be pressed. A
// visitor who reads finds nothing but links, buttons and forms with an address, so this much is enough; index.ts has the rest.
applyTheme()
notePresses()
noteKeys()
hold(document, scriptsOfThePage())
addEventListener('joule:later', ({ target, detail }) => hold(target, detail))

declare global {
  interface WindowEventMap {
    'joule:later': CustomEvent<Promise<unknown>> & { target: Element }
  }
}
