import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { inRoot } from '../../scripts/build/paths.ts'
import { logIn, withDemoSite } from '../../scripts/site/demo.ts'
import { browserForTests } from '../checks/browser/index.ts'
import { launchChromium } from '../checks/browser/launch.ts'
import { SHOTS, type Shot } from './shots.ts'

const PICTURES = inRoot('docs/pictures')
const QUALITY = 82
/** Only ends a wait that hangs. */
const LONGEST_WAIT = 240_000

/** `npm run screenshots`: the images of the README, from a temporary demo site. */
export async function takeScreenshots(): Promise<void> {
  const chromium = await browserForTests()
  await withDemoSite(async (site) => {
    const browser = await launchChromium(chromium)
    try {
      await mkdir(PICTURES, { recursive: true })
      for (const shot of SHOTS) {
        const picture = await take(browser, site, shot)
        await writeFile(join(PICTURES, `${shot.name}.webp`), picture)
        console.log(`docs/pictures/${shot.name}.webp: ${(picture.length / 1024).toFixed(0)} KB`)
      }
    } finally {
      await browser.close()
    }
  })
}

async function take(
  browser: Browser,
  site: string,
  { who, look, show, ready }: Shot,
): Promise<Buffer> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' })
  context.setDefaultTimeout(LONGEST_WAIT)
  await context.addCookies((await cookiesOf(site, who)).map((cookie) => ({ ...cookie, url: site })))
  const page = await context.newPage()
  // The first visit of the day shows the check-in animation, the second one does not.
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
  const { access_token, refresh_token, csrf_token } = await logIn(site, who)
  return Object.entries({
    joule_at: access_token,
    joule_rt: refresh_token,
    joule_csrf: csrf_token,
  }).map(([name, value]) => ({ name, value }))
}

/** Playwright itself writes only PNG and JPEG. */
async function webpOf(
  page: Page,
  { viewport, deviceScaleFactor: scale = 1 }: Shot['look'],
): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, width: viewport?.width ?? 0, height: viewport?.height ?? 0, scale }
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip,
  })
  return Buffer.from(data, 'base64')
}
