import * as z from 'zod'
import type { IdentityRow } from '#db/schema/core.ts'
import { HEX_COLOUR } from '#kernel/colours.ts'
import { problem } from '#kernel/fields.ts'
import { DEFAULT_THEME, DENSITIES, FONTS, RADII, THEMES, type Theme } from '#kernel/look/theme.ts'

type ThemeColumns = Pick<
  IdentityRow,
  'default_theme' | 'font' | 'heading_font' | 'radius' | 'density' | 'accent2'
>

/** A colour as `#rrggbb`. Null and an empty text are the default. */
export const ColourInput = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((value, context) => {
    if (value !== '' && !HEX_COLOUR.test(value)) context.addIssue(problem('not_a_colour'))
  })
  .transform((value) => (value === '' ? null : value))
  .nullable()

/** Fields that are missing stay unchanged. */
export const ThemeInput = z
  .object({
    default: z.enum(THEMES),
    font: z.enum(FONTS),
    heading_font: z.enum(FONTS),
    radius: z.enum(RADII),
    density: z.enum(DENSITIES),
    accent2: ColourInput,
  })
  .partial()

export const ThemeShape = z
  .object({
    default: z.enum(THEMES).describe('The theme of readers who have not chosen one.'),
    font: z.enum(FONTS).describe('The font of texts, from the families of the system.'),
    heading_font: z.enum(FONTS),
    radius: z.enum(RADII).describe('The radius of corners.'),
    density: z.enum(DENSITIES).describe('The space between and inside the parts of a page.'),
    accent2: z
      .string()
      .nullable()
      .describe('The colour of links in texts, tags and quotes. Null is the accent.'),
  })
  .meta({ id: 'SiteTheme' })

/** The columns of `site_identity` that a theme sets. */
export function themeColumns({
  default: default_theme,
  ...columns
}: z.output<typeof ThemeInput>): Partial<Record<keyof ThemeColumns, string | null | undefined>> {
  return { default_theme, ...columns }
}

export function themeOf(columns: ThemeColumns): Theme {
  const { default_theme, font, heading_font, radius, density, accent2 } = columns
  return { default: default_theme, font, heading_font, radius, density, accent2 }
}

const { default: default_theme, ...others } = DEFAULT_THEME
export const DEFAULT_THEME_COLUMNS: ThemeColumns = { default_theme, ...others }
