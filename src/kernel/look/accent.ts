import { contrast, type Oklch, toHex, toOklch } from '#kernel/colours.ts'

/** The default accent, between the shades of the light and the dark theme. */
export const DEFAULT_ACCENT = '#ec7a10'

/** The colours of static/css/tokens.css that follow the accent, in one theme. */
export interface Shades {
  accent: string
  strong: string
  soft: string
  /** The colour of text on the accent. */
  on: string
}

/** Minimum contrast of text: WCAG level AA. */
export const CONTRAST_MIN = 4.5

/** The backgrounds on which the accent is shown: canvas, surface and sunken of tokens.css. */
const BACKGROUNDS = {
  light: ['#fbf9f6', '#ffffff', '#f4f0ea'],
  dark: ['#161310', '#1e1a16', '#28231e'],
}

/**
 * Computes readable shades from any colour that the owner chooses. Hue and chroma stay; the
 * lightness changes until the contrast with every background, and with the text on the accent, is
 * sufficient.
 */
export function shadesOf(chosen: string): { light: Shades; dark: Shades } {
  return { light: lightShades(toOklch(chosen)), dark: darkShades(toOklch(chosen)) }
}

function lightShades(colour: Oklch): Shades {
  const soft = toHex({ ...colour, lightness: 0.96, chroma: Math.min(colour.chroma, 0.03) })
  const on = '#ffffff'
  const lightness = readable({ ...colour, lightness: Math.min(colour.lightness, 0.55) }, -0.01, [
    ...BACKGROUNDS.light,
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
    ...BACKGROUNDS.dark,
    soft,
    on,
  ])
  const at = (lightness: number) => toHex({ ...colour, lightness })
  return { accent: at(lightness), strong: at(Math.min(0.97, lightness + 0.07)), soft, on }
}

/** The first lightness, in steps of `step`, with enough contrast to all other colours. */
function readable(colour: Oklch, step: number, others: string[]): number {
  let { lightness } = colour
  const canBeRead = () =>
    others.every((other) => contrast(toHex({ ...colour, lightness }), other) >= CONTRAST_MIN)
  while (!canBeRead() && lightness > 0 && lightness < 1) lightness += step
  return lightness
}
