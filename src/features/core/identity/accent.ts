import { contrast, type Oklch, toHex, toOklch } from '#kernel/colours.ts'

/** The accent of the product, in the middle between its two themes. */
export const DEFAULT_ACCENT = '#ec7a10'

/** The colours of static/css/tokens.css that follow the accent, in one theme. */
export interface Shades {
  accent: string
  strong: string
  soft: string
  /** What is written on the accent. */
  on: string
}

/** What text needs against what it stands on: WCAG, level AA. */
export const CONTRAST_LEAST = 4.5

/** What the accent stands on: canvas, surface and sunken of tokens.css. */
const GROUNDS = { light: ['#fbf9f6', '#ffffff', '#f4f0ea'], dark: ['#161310', '#1e1a16', '#28231e'] }

/**
 * The owner chooses one colour, and any colour will do: hue and chroma stay, the lightness moves until the accent can be read in
 * each theme, on everything it stands on and under everything that stands on it.
 */
export function shadesOf(chosen: string): { light: Shades; dark: Shades } {
  return { light: lightShades(toOklch(chosen)), dark: darkShades(toOklch(chosen)) }
}

function lightShades(colour: Oklch): Shades {
  const soft = toHex({ ...colour, lightness: 0.96, chroma: Math.min(colour.chroma, 0.03) })
  const on = '#ffffff'
  const lightness = readable({ ...colour, lightness: Math.min(colour.lightness, 0.55) }, -0.01, [
    ...GROUNDS.light,
    soft,
    on,
  ])
  const at = (lightness: number) => toHex({ ...colour, lightness })
  return { accent: at(lightness), strong: at(lightness - 0.08), soft, on }
}

function darkShades(colour: Oklch): Shades {
  const soft = toHex({ ...colour, lightness: 0.29, chroma: Math.min(colour.chroma, 0.035) })
  const on = toHex({ ...colour, lightness: 0.2, chroma: Math.min(colour.chroma, 0.05) })
  const lightness = readable({ ...colour, lightness: Math.max(colour.lightness, 0.78) }, 0.01, [
    ...GROUNDS.dark,
    soft,
    on,
  ])
  const at = (lightness: number) => toHex({ ...colour, lightness })
  return { accent: at(lightness), strong: at(Math.min(0.97, lightness + 0.07)), soft, on }
}

/** The first lightness, step by step, at which the colour can be read with all of these. */
function readable(colour: Oklch, step: number, others: string[]): number {
  let { lightness } = colour
  const canBeRead = () => others.every((other) => contrast(toHex({ ...colour, lightness }), other) >= CONTRAST_LEAST)
  while (!canBeRead() && lightness > 0 && lightness < 1) lightness += step
  return lightness
}
