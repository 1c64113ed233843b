import type { BrowserContextOptions, Page } from 'playwright-core'

/** One image of the README. */
export interface Shot {
  name: string
  /** The demo account that is logged in. */
  who: string
  look: BrowserContextOptions
  /** Brings the page into the state to show. */
  show(page: Page, site: string): Promise<void>
  /** A selector that is visible when scripts and images are loaded. */
  ready: string
}

const WIDE = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** Together they cover both languages, light and dark, wide and narrow. */
export const SHOTS: Shot[] = [
  {
    name: 'home',
    ready: 'main .post-list > .large > img',
    who: 'lin',
    look: { ...WIDE, locale: 'zh-CN' },
    show: async (page, site) => void (await page.goto(`${site}/`)),
  },
  {
    name: 'post-dark',
    ready: 'pre .hljs-keyword',
    who: 'zhou',
    look: { ...WIDE, locale: 'en', colorScheme: 'dark' },
    show: (page, site) => openPost(page, site, 'Keyset pagination'),
  },
  {
    name: 'studio',
    ready: '[contenteditable="true"] .hljs-keyword',
    who: 'ada',
    look: { ...WIDE, locale: 'en' },
    async show(page, site) {
      await openPost(page, site, 'Keyset pagination')
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.waitForURL(/\/studio\/write/)
    },
  },
  {
    name: 'phone',
    ready: 'main article img',
    who: 'zhou',
    look: { ...PHONE, locale: 'zh-CN' },
    show: (page, site) => openPost(page, site, '在泉州走了三天'),
  },
  {
    name: 'review',
    ready: 'main kbd',
    who: 'admin',
    look: { ...WIDE, locale: 'en' },
    show: async (page, site) => void (await page.goto(`${site}/admin/posts`)),
  },
]

async function openPost(page: Page, site: string, title: string): Promise<void> {
  await page.goto(`${site}/search?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).first().click()
  await page.waitForURL(/\/posts\/\d+/)
}
