import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { settle } from './axe-in-page.ts'
import type { Look } from './browser.ts'

const look = (width: number, colorScheme: 'light' | 'dark', locale: string): Look => ({
  viewport: { width, height: 800 },
  colorScheme,
  locale,
})

/** The two ways of looking that have nothing in common, for `test.each`. */
export const LOOKS: [string, Look][] = [
  ['360 px, light, zh-CN', look(360, 'light', 'zh-CN')],
  ['1280 px, dark, en', { ...look(1280, 'dark', 'en'), reducedMotion: 'no-preference' }],
]

/**
 * What hinders somebody on this page: what axe finds, the rule and where, and being wider than the screen, on a small one in
 * both languages.
 */
export async function hindrances(page: Page): Promise<unknown[]> {
  const found = await foundTwice(page)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const widerInOther = await page.evaluate(beyondScreenInOtherLanguage)
  const tooWide = [
    ...(wider > 0 ? [`${wider} px wider than the screen`] : []),
    ...(widerInOther > 0 ? [`${widerInOther} px wider than the screen in the other language`] : []),
  ]
  return [...found, ...tooWide.map((problem) => [problem])]
}

/** What is found once and not again came or went meanwhile, and was half there. */
async function foundTwice(page: Page): Promise<unknown[]> {
  const look = async () => {
    await page.evaluate(settle)
    return violations(page)
  }
  const found = await look()
  return found.length === 0 ? found : look()
}

/** The same page as it comes in the other language, without its scripts, in a frame as wide as this screen. */
async function beyondScreenInOtherLanguage(): Promise<number> {
  const isAnAnswer = location.protocol.startsWith('http')
  if (innerWidth > 400 || !isAnAnswer) return 0
  const language = document.documentElement.lang === 'en' ? 'zh-CN' : 'en'
  const html = await (await fetch(location.href, { headers: { 'Accept-Language': language } })).text()
  if (!html.includes(`<html lang="${language}"`)) throw new Error(`there is no such page in ${language}`)
  const frame = document.createElement('iframe')
  Object.assign(frame.style, { position: 'fixed', inset: 0, width: `${innerWidth}px`, height: '800px' })
  frame.srcdoc = html.replaceAll(/<script[^>]*type="module"[^>]*><\/script>/g, '')
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.appendChild(frame)
  await isLoaded
  const beyond = (frame.contentDocument?.documentElement.scrollWidth ?? 0) - innerWidth
  frame.remove()
  return beyond
}
