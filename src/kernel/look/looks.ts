import { DEFAULT_THEME, type Theme } from '#kernel/look/theme.ts'

export interface ReadyLook {
  accent: string | null
  theme: Theme
  /** The path of the style sheet, which is copied into the look. Null without one. */
  css: string | null
}

/** Complete looks that an owner applies with one press. Their style sheets are in static/looks. */
export const READY_LOOKS = {
  default: { accent: null, theme: DEFAULT_THEME, css: null },
  paper: {
    accent: '#8f3b24',
    theme: {
      default: 'system',
      font: 'serif',
      heading_font: 'serif',
      radius: 'small',
      density: 'calm',
      accent2: '#2d6152',
    },
    css: '/looks/paper.css',
  },
  terminal: {
    accent: '#17804a',
    theme: {
      default: 'dark',
      font: 'sans',
      heading_font: 'sans',
      radius: 'none',
      density: 'compact',
      accent2: '#c98a00',
    },
    css: '/looks/terminal.css',
  },
  magazine: {
    accent: '#c4161c',
    theme: {
      default: 'light',
      font: 'sans',
      heading_font: 'serif',
      radius: 'none',
      density: 'calm',
      accent2: '#1c4e9c',
    },
    css: '/looks/magazine.css',
  },
} as const satisfies Record<string, ReadyLook>

export type ReadyLookName = keyof typeof READY_LOOKS
