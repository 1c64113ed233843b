import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'

const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

export const IMAGE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(PIXELS, 'base64'),
}

/** Simulates a file dragged from the desktop. */
export function dropImage(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    ([selector, pixels]) => {
      const element = document.querySelector(selector)
      const bytes = Uint8Array.from(atob(pixels), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], 'me.png', { type: 'image/png' }))
      const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {}
      const facts = {
        dataTransfer,
        bubbles: true,
        cancelable: true,
        clientX: left + 5,
        clientY: top + 5,
      }
      element?.dispatchEvent(new DragEvent('drop', facts))
    },
    [selector, PIXELS] as const,
  )
}
