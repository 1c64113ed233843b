import { expect, inject, onTestFinished, test } from 'vitest'
import { accessibilityProblems, LOOKS } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'

test('the link of a deployment makes its first visitor the owner, and works only once', async () => {
  const link = await linkOfNewSite()
  const context = await browserWithAxe(null, LOOKS[1]?.[1])
  const page = await context.newPage()
  // A new operator has no account: the link leads to the registration page, and from there back.
  await page.goto(link)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/register')
  await page.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await page.fill('[name="password"]', 'a long password')
  await page.click('#register [type="submit"]')
  await page.waitForURL(link)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityProblems(page)).toEqual([])
  }
  const second = await context.newPage()
  await second.goto(link)

  await page.fill('#claim [name="username"]', 'Hedy')
  await page.click('#claim [type="submit"]')
  await page.waitForURL('**/admin')
  await page.locator('.celebration', { hasText: 'You are now the owner' }).waitFor()
  await page.locator('.checklist-step.done[href="/settings?tab=profile"]').waitFor()
  await page.locator('nav a[href="/admin/site-settings"]').first().waitFor({ state: 'attached' })

  await second.click('#claim [type="submit"]')
  await second.locator('#claim [role="alert"]', { hasText: 'not possible in the current state' }).waitFor()
  await second.reload()
  await second.getByText('This link has expired').waitFor()
  await expect.poll(() => second.locator('#claim').count()).toBe(0)
  expect(await accessibilityProblems(second)).toEqual([])
})

/** The claim link of a new site without an owner. The site runs until the test ends. */
async function linkOfNewSite(): Promise<string> {
  const address = `${inject('sites')}/without-owner`
  onTestFinished(async () => {
    await fetch(address, { method: 'DELETE' })
  })
  const { link } = (await (await fetch(address)).json()) as { link: string }
  return link
}
