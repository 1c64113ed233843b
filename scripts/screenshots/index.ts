import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { buildSite } from '../build/index.ts'
import { inRoot } from '../build/paths.ts'
import { browserForTests } from '../checks/browser/index.ts'
import { launchChromium } from '../checks/browser/launch.ts'
import { PASSWORD } from '../seed/people.ts'
import { startSite } from '../site/site.ts'
import { SHOTS, type Shot } from './shots.ts'

const PICTURES = inRoot('docs/pictures')
const QUALITY = 82
/** Only bounds a hang. */
const LONGEST_WAIT = 240_000

/** `npm run screenshots`: the pictures of the README, from a demo site of their own. */
export async function takeScreenshots(): Promise<void> {
  const chromium = await browserForTests()
  await buildSite()
  const data = await mkdtemp(join(tmpdir(), 'joule-screenshots-'))
  const owner = { email: null, password: null }
  const settings = { host: '127.0.0.1', port: 0, data, empty: false, owner, bindings: {}, logs: false }
  const site = await startSite(settings, () => {})
  const browser = await launchChromium(chromium)
  try {
    await mkdir(PICTURES, { recursive: true })
    for (const shot of SHOTS) {
      const picture = await take(browser, site.url, shot)
      await writeFile(join(PICTURES, `${shot.name}.webp`), picture)
      console.log(`docs/pictures/${shot.name}.webp: ${(picture.length / 1024).toFixed(0)} KB`)
    }
  } finally {
    await browser.close()
    await site.stop()
    await rm(data, { recursive: true })
  }
}

async function take(browser: Browser, site: string, { who, look, show, ready }: Shot): Promise<Buffer> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
  context.setDefaultTimeout(LONGEST_WAIT)
  await context.addCookies((await cookiesOf(site, who)).map((cookie) => ({ ...cookie, url: site })))
  const page = await context.newPage()
  // The first visit of the day celebrates the check-in, the second one does not.
  await show(page, site)
  await show(page, site)
  await page.locator(ready).first().waitFor()
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
  const picture = await webpOf(page, look)
  await context.close()
  return picture
}

async function cookiesOf(site: string, who: string): Promise<{ name: string; value: string }[]> {
  const answer = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    // Whoever brings a Bearer is no browser, and is asked for no CSRF token.
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer nobody' },
    body: JSON.stringify({ email: `${who}@joule.local`, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${who} cannot log in: ${answer.status}`)
  const { access_token, refresh_token, csrf_token } = (await answer.json()) as Record<string, string>
  return Object.entries({ joule_at: access_token, joule_rt: refresh_token, joule_csrf: csrf_token }).map(
    ([name, value = '']) => ({ name, value }),
  )
}

/** Playwright itself writes PNG and JPEG only. */
async function webpOf(page: Page, { viewport, deviceScaleFactor: scale = 1 }: Shot['look']): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, width: viewport?.width ?? 0, height: viewport?.height ?? 0, scale }
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  return Buffer.from(data, 'base64')
}
