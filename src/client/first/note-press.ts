import { isWaiting } from '#client/first/keep.ts'
import { postpone } from '#client/first/repeat.ts'
import { fileChooser } from '#web/components/hooks.ts'

/** Not those that submit, which is noted by itself, nor those that open the file dialog, which they do at once. */
const BUTTONS = `button[type=button]:not(${fileChooser.selector})`

/** Notes what is pressed before its behaviour is there. A button has nobody but a script. */
export function notePresses(): void {
  addEventListener('click', notePress, true)
}

function notePress(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest(BUTTONS)
  if (button && isWaiting(button)) postpone(event, button)
}
