import '#client/first/reading.ts'
import { chooseFiles } from '#client/first/choose-files.ts'
import { recordEarly } from '#client/first/record-early.ts'
import { menu } from '#web/components/hooks.ts'

const OPEN = `${menu.selector}[open]`

/** Menus open without JavaScript; this closes them by Escape, by a click elsewhere, and by leaving with Tab. */
function menus(): void {
  const close = (except: Node | null) => {
    // A dialog that a menu opened returns to the menu.
    if (except instanceof Element && except.closest('dialog')) return
    for (const panel of document.querySelectorAll<HTMLDetailsElement>(OPEN))
      if (!except || !panel.contains(except)) panel.open = false
  }
  // A replayed click is not a click elsewhere: the menu may have been opened since.
  document.addEventListener('click', ({ target, isTrusted }) => isTrusted && close(target as Node))
  document.addEventListener('focusin', ({ target }) => close(target as Node))
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof Element)) return
    target.closest(OPEN)?.querySelector('summary')?.focus()
    close(null)
  })
}

// For pages with more than links and buttons: menus, forms, switches and files too.
recordEarly()
chooseFiles()
menus()
