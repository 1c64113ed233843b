import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { browserOf, call, pageOf, site } from './support/browser.ts'
import { block, expectLittleWork, published, SLOW } from './support/code.ts'
import { author, WritePage } from './support/writing.ts'

/** Grammars with quadratic time on a prepared line. */
const SLOW_GRAMMARS = isLong ? ['java', 'ini', 'typescript', 'csharp', 'cpp', 'graphql'] : ['java']

test.each(SLOW_GRAMMARS)(
  'code with too many colours or with a line that takes a minute to highlight stays plain and does not slow the page down, and the worker ends: %s',
  LONG,
  async (language) => {
    const writer = await author()
    const page = await pageOf(writer)
    let workers = 0
    page.on('worker', () => workers++)
    const [tooMany, many] = ['$a '.repeat(9_000), '$b '.repeat(1_500)]
    const body = [block('graphql', tooMany), block('graphql', many), block(language, SLOW), block('sql', 'SELECT 1')]
    await page.goto(site + (await published(writer, body.join(''))))
    const blocks = page.locator('pre')
    await page.locator('.hljs-number').waitFor()
    expect(await blocks.nth(0).locator('span').count()).toBe(0)
    expect(await blocks.nth(1).locator('span').count()).toBeGreaterThan(1_000)
    expect(await blocks.nth(2).textContent()).toBe(SLOW)
    expect(workers).toBeGreaterThan(0)
    await expect.poll(() => page.workers().length).toBe(0)
    await expectLittleWork(page)
  },
)

test('the editor highlights code in the worker too, and stays responsive when highlighting is slow', async () => {
  const writer = await author()
  const body = block('java', SLOW) + block('sql', 'SELECT 1')
  const draft = { title: 'Slow', body, status: 'draft' }
  const { id } = (await call(writer, 'POST', '/api/studio/posts', draft)) as { id: number }
  const tab = await WritePage.open(await browserOf(writer), `/studio/write?id=${id}`)
  await tab.page.locator('.hljs-number').waitFor()
  await tab.page.locator('.ProseMirror pre').last().click()
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.type(' + 234')
  await expect.poll(() => tab.page.locator('.hljs-number').allTextContents()).toEqual(['1', '234'])
  await expectLittleWork(tab.page)
})
