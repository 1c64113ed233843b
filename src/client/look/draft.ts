import { isRecord } from '#client/api-error.ts'
import { HEX_COLOUR } from '#kernel/colours.ts'
import { DEFAULT_THEME, DENSITIES, FONTS, RADII, THEMES, type Theme } from '#kernel/look/theme.ts'

/** A look that is not saved. */
export interface Draft {
  accent: string | null
  theme: Theme
  css: string
  /** The logos of an imported file as `data:` URLs. Null if no file was imported. */
  logos: Partial<Record<'square' | 'wide' | 'dark', string | null>> | null
}

/** Fields of the theme that have a few values. */
export const CHOICES = {
  default: THEMES,
  font: FONTS,
  heading_font: FONTS,
  radius: RADII,
  density: DENSITIES,
} as const

/**
 * The look in a file, or null if the file is not one. A value that this version does not have is
 * the default. The server checks the look again when it is saved.
 */
export function draftIn(file: unknown): Draft | null {
  if (!isRecord(file) || file.version !== 1) return null
  const theme = isRecord(file.theme) ? file.theme : {}
  const chosen = Object.entries(CHOICES).map(([name, values]) => {
    const value = (values as readonly unknown[]).find((each) => each === theme[name])
    return [name, value ?? DEFAULT_THEME[name as keyof typeof CHOICES]]
  })
  const logos = isRecord(file.logos) ? file.logos : null
  return {
    accent: colourIn(file.accent),
    theme: { ...Object.fromEntries(chosen), accent2: colourIn(theme.accent2) } as Theme,
    css: typeof file.css === 'string' ? file.css : '',
    logos: logos && {
      square: imageIn(logos.square),
      wide: imageIn(logos.wide),
      dark: imageIn(logos.dark),
    },
  }
}

function colourIn(value: unknown): string | null {
  return typeof value === 'string' && HEX_COLOUR.test(value) ? value : null
}

function imageIn(value: unknown): string | null {
  return typeof value === 'string' && /^data:image\/(?:png|jpeg|webp);base64,/.test(value)
    ? value
    : null
}

export function isSame(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
