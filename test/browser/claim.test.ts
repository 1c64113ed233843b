import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'
import { accessibilityProblems, LOOKS } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'

test('the link of a deployment makes its first visitor the owner, and works only once', async () => {
  const link = await linkOfNewSite()
  const [fast, slow] = [await follow(link, LOOKS[0]?.[1]), await follow(link, LOOKS[1]?.[1])]
  for (const page of [fast, slow]) {
    await page.waitForURL(link)
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await fast.fill('#claim [name="username"]', 'Hedy')
  await fast.click('#claim [type="submit"]')
  await fast.waitForURL('**/admin')
  await fast.locator('.celebration', { hasText: '你现在是站长了。' }).waitFor()
  await fast.locator('.checklist-step.done[href="/settings?tab=profile"]').waitFor()
  await fast.locator('nav a[href="/admin/site-settings"]').first().waitFor({ state: 'attached' })

  await slow.click('#claim [type="submit"]')
  await slow.locator('#claim [role="alert"]', { hasText: 'not possible in the current state' }).waitFor()
  await slow.reload()
  await slow.getByText('This link has expired').waitFor()
  await expect.poll(() => slow.locator('#claim').count()).toBe(0)
  expect(await accessibilityProblems(slow)).toEqual([])
  await slow.goto(new URL('/admin', link).href)
  await expect.poll(() => slow.innerText('.eyebrow')).toBe('404')
})

/** A new operator has no account: the link leads to the registration page, and from there back. */
async function follow(link: string, look = {}): Promise<Page> {
  const page = await (await browserWithAxe(null, look)).newPage()
  await page.goto(link)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/register')
  await page.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await page.fill('[name="password"]', 'a long password')
  await page.click('#register [type="submit"]')
  return page
}

/** The claim link of a new site without an owner. The site runs until the test ends. */
async function linkOfNewSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-unowned-'))
  const program = inRoot('test/browser/support/site-without-owner.ts')
  const site = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    site.stdin.end()
    if (site.exitCode === null) await once(site, 'exit')
    await rm(folder, { recursive: true })
  })
  for await (const line of createInterface(site.stdout)) return line
  throw new Error('the site ended before it printed a link')
}
