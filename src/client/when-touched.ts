import { find } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { pendingControl } from '#web/components/hooks.ts'

/**
 * Loads code when the pointer, the focus or a dragged or chosen file enters `element`, or is already in it; presses are
 * replayed after loading.
 */
export function whenTouched(element: HTMLElement, load: () => Promise<unknown>): void {
  const touched = () => {
    for (const type of SIGNS) element.removeEventListener(type, touched)
    recordUntilLoaded(element, load())
  }
  for (const type of SIGNS) element.addEventListener(type, touched)
  if (element.contains(document.activeElement) || find(pendingControl, element)) touched()
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'dragenter', 'change']
