import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { site } from './browser.ts'

/** A form, by its submit button, and its first required field. */
type Form = [path: string, button: string, first: string]

/** The page is in Chinese. */
export async function submitEmpty(page: Page, ...forms: Form[]): Promise<void> {
  for (const [path, button, first] of forms) {
    await page.goto(site + path)
    await page.click(button)
    await expect.poll(() => page.evaluate(fieldInFocus), { message: path }).toEqual([first, 'true', '请填写这一项。'])
  }
}

function fieldInFocus(): (string | null | undefined)[] {
  const field = document.activeElement
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  const message = ids
    .map((id) => document.getElementById(id))
    .find((line) => line?.matches('.field-error:not([hidden])'))
  return [field?.getAttribute('name'), field?.getAttribute('aria-invalid'), message?.textContent]
}
