import { type Browser, chromium } from 'playwright-core'

export interface Habits {
  /** Playwright switches it off; the shell without windows has none. */
  keepsPagesToGoBack?: boolean
}

/** A headless Chromium, from the executable at this path. */
export function launchChromium(executablePath: string, { keepsPagesToGoBack }: Habits = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    ...(keepsPagesToGoBack && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    // Only bounds a hang.
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without a graphics card every frame of a page that glides is drawn by hand: a fifth of a second for each scroll.
      '--disable-smooth-scrolling',
      `--disable-features=${UNWANTED}`,
    ],
  })
}

/**
 * In place of Playwright's list, and with the two popups of the address bar: a Chromium with windows opens each as a page of
 * its own for every context, for half of all its work.
 */
const UNWANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
].join()
