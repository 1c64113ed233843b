import { type Browser, chromium } from 'playwright-core'

/** A headless Chromium, from the executable at this path. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Only bounds a hang.
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
