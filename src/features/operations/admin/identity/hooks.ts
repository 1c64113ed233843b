import { hook, json, text } from '#kernel/hooks.ts'
import type { ReadyLookName } from '#kernel/look/looks.ts'
import type { Theme } from '#kernel/look/theme.ts'

/** The look that is saved, and texts of the page. */
export interface LookFacts {
  accent: string | null
  theme: Theme
  defaultAccent: string
  saved: string
  notALook: string
  withLogos: string
}

/** The form of the look; client/entries/look.ts shows its preview and saves it. */
export const lookForm = hook('look', { facts: json<LookFacts> })
export const readyLook = hook('ready-look', { name: text<ReadyLookName> })
/** A button that restores the default of a colour. */
export const colourReset = hook('colour-reset', { of: text<'accent' | 'accent2'> })
export const lookImport = hook('look-import')
export const lookDiscard = hook('look-discard')
export const lookProblem = hook('look-problem')
export const cssProblem = hook('css-problem')
export const lookState = hook('look-state')
/** The area of the preview, whose width is that of the chosen screen. */
export const lookStage = hook('look-stage')
export const previewWidth = hook('preview-width', { width: text<'phone' | 'desktop'> })
export const previewScheme = hook('preview-scheme', { scheme: text<'light' | 'dark'> })
export const previewPage = hook('preview-page', { page: text<'home' | 'post'> })
