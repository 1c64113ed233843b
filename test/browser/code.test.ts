import { expect, test } from 'vitest'
import { browserOf, call, pageOf, site } from './support/browser.ts'
import { block, expectLittleWork, expectSlowCodeIsSkipped, published, read, SLOW } from './support/code.ts'
import { author, WritePage } from './support/writing.ts'

test('lines that take a minute to highlight do not slow the page down and stay readable, and the worker ends', async () => {
  const writer = await author()
  const page = await pageOf(writer)
  let workers = 0
  page.on('worker', () => workers++)
  const others = block('java', `${SLOW}1`) + block('cpp', SLOW)
  await page.goto(site + (await published(writer, block('java', SLOW) + block('sql', 'SELECT 1') + others)))
  await expectSlowCodeIsSkipped(page)
  expect(workers).toBeGreaterThan(0)
  await expect.poll(() => page.workers().length).toBe(0)
  await expect.poll(() => page.locator('pre').last().textContent()).toBe(SLOW)
})

test('a code block with too many colours stays plain', async () => {
  const many = '$a '.repeat(9_000)
  const page = await read(
    await author(),
    block('graphql', many) + block('graphql', '$b '.repeat(1_500)) + block('sql', 'SELECT 1'),
  )
  await page.locator('.hljs-number').waitFor()
  await expect.poll(() => page.locator('pre').first().locator('span').count()).toBe(0)
  await expect.poll(() => page.locator('pre').nth(1).locator('span').count()).toBeGreaterThan(1_000)
  await expectLittleWork(page)
})

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
