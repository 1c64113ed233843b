import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

// Not imported: for `import` Node scans 3.6 MB of CommonJS for names, a third of a second.
export const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)(
  'playwright-core',
)

/**
 * A headless Chromium, from the executable at this path. Playwright disables the back/forward
 * cache, and the headless shell has none.
 */
export function launchChromium(
  executablePath: string,
  { keepsPagesToGoBack = false } = {},
): Promise<Browser> {
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
      // Without a GPU, each frame of smooth scrolling is expensive: a fifth of a second per scroll.
      '--disable-smooth-scrolling',
      `--disable-features=${UNWANTED}`,
    ],
  })
}

/**
 * Playwright's list, the popups of the address bar (half of the work of a headed context) and
 * `RenderDocument` (a fifth of a page load).
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
  'RenderDocument',
].join()
