import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

// Loaded by `require`, because for an `import` Node scans 3.6 MB of CommonJS for names: a third of
// a second.
export const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)(
  'playwright-core',
)

/**
 * Starts a headless Chromium from the executable at this path. With `keepsPagesToGoBack`, it has
 * the back/forward cache, which Playwright disables and which the headless shell does not have.
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
 * Replaces Playwright's list of disabled features and adds three. Headed Chromium opens the two
 * popups of the address bar as a page for every context, which is half of its work.
 * `RenderDocument` creates a new frame for every navigation, which is a fifth of the CPU time of a
 * page load.
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
