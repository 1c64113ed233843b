import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'
import { contrast, toHex, toOklch } from '../../src/kernel/colours.ts'
import { DEFAULT_ACCENT, shadesOf } from '../../src/kernel/look/accent.ts'

const tokens = readFileSync(inRoot('static/css/tokens.css'), 'utf8')
const CHANNELS = ['00', '33', '66', '99', 'cc', 'ff']
const COLOURS = CHANNELS.flatMap((r) =>
  CHANNELS.flatMap((g) => CHANNELS.map((b) => `#${r}${g}${b}`)),
)

test('any accent colour is adjusted to a readable contrast, in both themes and on every background that it is used on', () => {
  const grounds = ['canvas', 'surface', 'sunken'].map(token)
  const unreadable = COLOURS.flatMap((colour) => {
    const { light, dark } = shadesOf(colour)
    return [light, dark].flatMap((shades, theme) => {
      const under = [...grounds.map((ground) => ground[theme] ?? ''), shades.soft]
      const pairs = under.flatMap((ground) => [
        [shades.accent, ground],
        [shades.strong, ground],
      ])
      pairs.push([shades.on, shades.accent], [shades.on, shades.strong])
      return pairs
        .filter(([a = '', b = '']) => contrast(a, b) < 4.5)
        .map((pair) => `${colour}: ${pair.join(' on ')}`)
    })
  })
  expect(unreadable).toEqual([])
})

test('an adjusted accent keeps its hue, and a readable accent is not changed', () => {
  expect(shadesOf('#1f5fa8').light.accent).toBe('#1f5fa8')
  const hue = (hex: string) => Math.round((toOklch(hex).hue * 180) / Math.PI)
  const { light, dark } = shadesOf('#00cc66')
  expect(Math.abs(hue(light.accent) - hue('#00cc66'))).toBeLessThan(3)
  expect(Math.abs(hue(dark.accent) - hue('#00cc66'))).toBeLessThan(3)
})

test('a colour survives conversion in both directions, and contrast follows WCAG', () => {
  for (const colour of COLOURS) expect(toHex(toOklch(colour))).toBe(colour)
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
})

test('the default accent is the colour of the favicon', () => {
  expect(readFileSync(inRoot('static/favicon.svg'), 'utf8')).toContain(DEFAULT_ACCENT)
})

/** The value of a token in the light and in the dark theme, as six hex digits. */
function token(name: string): string[] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
  return [light, dark].map((hex) => (hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex))
}
