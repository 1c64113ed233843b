import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { inRoot } from '../../scripts/build/paths.ts'
import { browserForTests } from '../checks/browser/index.ts'
import { launchChromium } from '../checks/browser/launch.ts'
import { Drawing, HEIGHT, WIDTH } from './drawing.ts'
import { SCENES } from './scenes/index.ts'

const IMAGES = inRoot('scripts/seed/images')
/** Detailed images get a lower quality, so that none is larger than this. */
const BYTES_MAX = 38_000
const QUALITIES = [82, 74, 66, 58, 50, 42, 34]

/** `npm run covers [name...]`: draws the images of the demo posts. They are committed, so that the first start is fast. */
export async function drawCovers(names: readonly string[]): Promise<void> {
  const browser = await launchChromium(await browserForTests())
  try {
    await mkdir(IMAGES, { recursive: true })
    for (const [name, draw] of Object.entries(SCENES)) {
      if (names.length > 0 && !names.includes(name)) continue
      const drawing = new Drawing(name)
      draw(drawing)
      const image = await webpOf(browser, `${drawing}`)
      await writeFile(join(IMAGES, `${name}.webp`), image)
      console.log(`${name}.webp: ${(image.length / 1024).toFixed(0)} KB`)
    }
  } finally {
    await browser.close()
  }
}

async function webpOf(browser: Browser, svg: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(`<!doctype html><body style="margin:0;overflow:hidden">${svg}`)
  const devtools = await page.context().newCDPSession(page)
  let image = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
    image = Buffer.from(data, 'base64')
    if (image.length <= BYTES_MAX) break
  }
  await page.close()
  return image
}
