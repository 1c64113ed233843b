import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Presses a copy button and returns the text that it wrote into the clipboard. */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // An empty clipboard, because the text of an earlier copy must not be read.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button.click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).not.toBe('')
  await page.locator('.toast', { hasText: 'Copied.' }).first().waitFor()
  const text = await copied()
  await page.context().clearPermissions()
  return text
}
