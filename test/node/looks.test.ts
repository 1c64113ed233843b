import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'
import { contrast } from '../../src/kernel/colours.ts'
import { shadesOf } from '../../src/kernel/look/accent.ts'
import { READY_LOOKS } from '../../src/kernel/look/looks.ts'
import { problemInCss } from '../../src/kernel/look/own-css.ts'

const tokensCss = read('static/css/tokens.css')
const doc = read('docs/theming.md')
const looks = Object.entries(READY_LOOKS).map(([name, { accent, theme, css }]) => ({
  name,
  css: css === null ? '' : read(`static${css}`),
  accents: [accent, theme.accent2].filter((colour) => colour !== null),
}))

test('the style sheets of the ready-made looks pass the check of own style sheets', () => {
  for (const { name, css } of looks) expect([name, problemInCss(css)]).toEqual([name, null])
})

test('text has a contrast of at least 4.5 on every background, in each look and theme', () => {
  for (const { name, css, accents } of looks) {
    const values = new Map([...colours(tokensCss), ...colours(css)])
    for (const theme of [0, 1] as const) {
      const value = (token: string) => values.get(token)?.[theme] ?? ''
      const grounds = ['canvas', 'surface', 'sunken'].map(value)
      const inks = ['ink', 'ink-soft', 'ink-faint', 'danger', 'good', 'info'].map(value)
      const shades = accents.map((accent) => shadesOf(accent)[theme === 0 ? 'light' : 'dark'])
      const shown = [...inks, ...shades.flatMap(({ accent, strong }) => [accent, strong])]
      for (const ground of grounds)
        for (const ink of shown)
          expect(contrast(ink, ground), `${name}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('docs/theming.md lists every token of tokens.css, and no other', () => {
  const defined = [...tokensCss.matchAll(/^ +(--[\w-]+):/gm)].map(([, token]) => token)
  const listed = [...doc.matchAll(/^\| `(--[\w-]+)` \|/gm)].map(([, token]) => token)
  expect([...new Set(listed)].sort()).toEqual([...new Set(defined)].sort())
  expect(listed.length, 'each token has one row').toBe(new Set(listed).size)
})

test('the examples of docs/theming.md pass the check of own style sheets', () => {
  const examples = [...doc.matchAll(/```css\n(.*?)```/gs)].map(([, css = '']) => css)
  expect(examples.length).toBeGreaterThan(2)
  for (const css of examples) expect([css, problemInCss(css)]).toEqual([css, null])
})

/** The tokens with a colour for each theme, as six hex digits. */
function colours(css: string): [token: string, values: [light: string, dark: string]][] {
  return [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, token = '', light = '', dark = '']) => [token, [sixDigits(light), sixDigits(dark)]],
  )
}

function sixDigits(hex: string): string {
  return hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex
}

function read(path: string): string {
  return readFileSync(inRoot(path), 'utf8')
}
