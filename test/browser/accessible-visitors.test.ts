import { afterAll, expect, test } from 'vitest'
import { removeAbout, visitorArea } from './accessible/visitors.ts'
import { walkTemplates } from './accessible/walk.ts'
import { FIRST_THEME, problemsInBothThemes } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { site } from './support/browser.ts'

afterAll(removeAbout)

test('pages of visitors have no axe violations in both themes and fit the screen', async () => {
  await walkTemplates(await visitorArea(), { locale: 'zh-CN', reducedMotion: 'no-preference' })
})

test('the check reports faults of a page in each theme and width', async () => {
  const page = await (await browserWithAxe(null, FIRST_THEME)).newPage()
  await page.goto(`${site}/help`)
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const write = (text: string, style: Partial<CSSStyleDeclaration>) => {
      const line = Object.assign(document.createElement('p'), { textContent: text })
      Object.assign(line.style, style)
      main?.appendChild(line)
    }
    main?.appendChild(document.createElement('input'))
    write('Too wide', { width: '1900px' })
    write('Faint in the light theme', { color: 'light-dark(#777, #fff)', background: 'light-dark(#888, #000)' })
    write('Faint in the dark theme', { color: 'light-dark(#000, #777)', background: 'light-dark(#fff, #888)' })
  })
  const found = await problemsInBothThemes(page)
  const wider = (width: number) => expect.stringMatching(new RegExp(`^\\d+ px wider .+ ${width} px$`))
  expect(found).toEqual([
    ['color-contrast', expect.stringContaining('Faint in the light theme')],
    ['label', expect.stringContaining('<input')],
    [wider(1280)],
    ['color-contrast', expect.stringContaining('Faint in the dark theme')],
    [wider(360)],
    [wider(320)],
  ])
})
