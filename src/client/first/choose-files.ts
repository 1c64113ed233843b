import { fileChooser } from '#web/components/hooks.ts'

const INPUT = 'input[type=file]'
const BUTTON = fileChooser.selector

/** Browsers open the file dialog only directly after a press, so these buttons cannot wait for the other scripts. */
export function chooseFiles(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest(BUTTON)
    if (button && button.ariaBusy !== 'true') nearest<HTMLInputElement>(button, INPUT)?.click()
  })
  // Back and Forward may restore a chosen file that was not uploaded yet.
  addEventListener('pageshow', () => {
    for (const input of document.querySelectorAll<HTMLInputElement>(INPUT))
      if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

export function chooserOf(input: Element): Element | null {
  return nearest(input, BUTTON)
}

function nearest<E extends Element>(from: Element, selector: string): E | null {
  for (let around = from.parentElement; around; around = around.parentElement) {
    const found = around.querySelector<E>(selector)
    if (found) return found
  }
  return null
}
