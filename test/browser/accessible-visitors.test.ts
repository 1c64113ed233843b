import { afterAll, expect, test } from 'vitest'
import { removeAbout, visitorArea } from './accessible/visitors.ts'
import { type Area, scopeOf, walkTemplates } from './accessible/walk.ts'
import { accessibilityProblems, LOOKS } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { type Look, site } from './support/browser.ts'

let area: Area | undefined

afterAll(removeAbout)

test.each(LOOKS)('pages of visitors have no axe violations and fit the screen: %s', async (_, look) => {
  area ??= await visitorArea()
  await walkTemplates(area, look)
})

test.each([
  [0, ['color-contrast', 'label', /^\d+ px wider .+ 360 px$/]],
  [1, ['color-contrast', /^\d+ px wider .+ 1280 px$/, /^\d+ px wider .+ 360 px$/]],
])('the check reports faults of a page in look %i', async (nth, faults) => {
  const [, look] = LOOKS[nth] as [string, Look]
  const page = await (await browserWithAxe(null, look)).newPage()
  await page.goto(`${site}/help`)
  await page.evaluate(() => {
    const faint = Object.assign(document.createElement('p'), { textContent: 'Can you read this?' })
    Object.assign(faint.style, { color: '#777', background: '#888', width: '1900px' })
    for (const one of [faint, document.createElement('input')]) document.querySelector('main')?.appendChild(one)
  })
  const found = (await accessibilityProblems(page, scopeOf(look, 1))) as string[][]
  const expected = faults.map((fault) => (fault instanceof RegExp ? expect.stringMatching(fault) : fault))
  expect(found.map(([rule]) => rule)).toEqual(expect.arrayContaining(expected))
})
