import { find } from '#client/hooks.ts'
import { later } from '#client/later.ts'
import { keptControl } from '#web/components/hooks.ts'

/** Loads code for what is pressed in `element` when a pointer or the focus comes to it, or has been there; presses wait for it. */
export function whenTouched(element: HTMLElement, load: () => Promise<unknown>): void {
  const touched = () => {
    for (const type of SIGNS) element.removeEventListener(type, touched)
    later(element, load())
  }
  for (const type of SIGNS) element.addEventListener(type, touched)
  if (find(keptControl, element)) touched()
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin']
