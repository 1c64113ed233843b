import { type Shades, shadesOf } from '#kernel/look/accent.ts'

/** The values of the theme. The columns of the table `site_identity` accept the same values. */
export const THEMES = ['system', 'light', 'dark'] as const
export const FONTS = ['sans', 'serif', 'round'] as const
export const RADII = ['none', 'small', 'large'] as const
export const DENSITIES = ['calm', 'compact'] as const

export interface Theme {
  /** The theme of readers who have not chosen one. */
  default: (typeof THEMES)[number]
  font: (typeof FONTS)[number]
  heading_font: (typeof FONTS)[number]
  radius: (typeof RADII)[number]
  density: (typeof DENSITIES)[number]
  /** The colour of links in texts, tags and quotes. Null is the accent. */
  accent2: string | null
}

export const DEFAULT_THEME: Theme = {
  default: 'system',
  font: 'sans',
  heading_font: 'sans',
  radius: 'large',
  density: 'calm',
  accent2: null,
}

export interface RootAttributes {
  /** The theme that the root is marked with, null if the system of the reader chooses the theme. */
  theme: 'light' | 'dark' | null
  /** The value of `style`, empty if the site has the default look. */
  style: string
}

/**
 * The attributes of the root element for an accent and a theme. The properties begin with `--own-`;
 * static/css/tokens.css takes its tokens from them. An own style sheet of the site can therefore
 * override each token, although a style attribute is stronger than a style sheet.
 */
export function rootAttributes(accent: string | null, theme: Theme): RootAttributes {
  const properties = [
    ...(accent === null ? [] : colours('accent', accent)),
    ...(theme.accent2 === null ? [] : colours('accent2', theme.accent2)),
    ...(theme.font === 'sans' ? [] : [['font', FAMILIES[theme.font]]]),
    ...(theme.heading_font === theme.font
      ? []
      : [
          [
            'heading-font',
            theme.heading_font === 'sans' ? 'var(--sans)' : FAMILIES[theme.heading_font],
          ],
        ]),
    ...RADIUS_SIZES[theme.radius],
    ...(theme.density === 'compact' ? [['density', '1']] : []),
  ]
  return {
    theme: theme.default === 'system' ? null : theme.default,
    style: properties.map(([name, value]) => `--own-${name}:${value}`).join(';'),
  }
}

function colours(name: 'accent' | 'accent2', chosen: string): [string, string][] {
  const { light, dark } = shadesOf(chosen)
  const both = (shade: keyof Shades) => `light-dark(${light[shade]},${dark[shade]})`
  return [
    [name, both('accent')],
    [`${name}-strong`, both('strong')],
    [`${name}-soft`, both('soft')],
    [`on-${name}`, both('on')],
    [name === 'accent' ? 'glow' : 'glow2', chosen],
  ]
}

/**
 * Families of the systems of readers, so that nothing is downloaded. Fonts with Latin letters come
 * before Chinese fonts, which have Latin letters too. The names have no quotes, because they are
 * part of an attribute.
 */
const FAMILIES = {
  serif: `ui-serif,New York,Iowan Old Style,Charter,Source Serif Pro,Cambria,Georgia,Noto Serif,\
Songti SC,Noto Serif SC,Source Han Serif SC,Noto Serif CJK SC,STSong,SimSun,serif`,
  round: `ui-rounded,SF Pro Rounded,Nunito,Quicksand,Varela Round,Candara,\
Yuanti SC,YouYuan,Hiragino Maru Gothic ProN,Resource Han Rounded SC,\
PingFang SC,Microsoft YaHei UI,Noto Sans SC,Noto Sans CJK SC,sans-serif`,
}

/** `large` has no entry: these are the sizes of static/css/tokens.css. */
const RADIUS_SIZES: Record<Theme['radius'], [string, string][]> = {
  none: [
    ['radius-s', '0px'],
    ['radius', '0px'],
    ['radius-l', '0px'],
    ['pill', '0px'],
  ],
  small: [
    ['radius-s', '.1875rem'],
    ['radius', '.3125rem'],
    ['radius-l', '.5rem'],
    ['pill', '.375rem'],
  ],
  large: [],
}
