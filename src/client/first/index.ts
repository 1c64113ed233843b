import { chooseFiles } from '#client/first/choose-files.ts'
import { hold } from '#client/first/keep.ts'
import { menus } from '#client/first/menus.ts'
import { noteEarly } from '#client/first/note-early.ts'
import { scriptsOfThePage } from '#client/first/scripts.ts'
import { applyTheme } from '#client/first/theme.ts'

// Written into the head of every page (web/head.ts): it runs before anything is shown, and so before anything can be pressed.
applyTheme()
noteEarly()
hold(document, scriptsOfThePage())
addEventListener('joule:later', ({ target, detail }) => hold(target, detail))
chooseFiles()
menus()

declare global {
  interface WindowEventMap {
    'joule:later': CustomEvent<Promise<unknown>> & { target: Element }
  }
}
