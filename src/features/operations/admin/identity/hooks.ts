import { hook, json, text } from '#kernel/hooks.ts'
import type { LogoKind } from '#kernel/look/logos.ts'
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

/** One of the logos, whose image is chosen in it. */
export const logoRow = hook('logo', { kind: text<LogoKind> })
export const logoProblem = hook('logo-problem')
/** The dialog that shows a chosen image before it is saved. */
export const logoDialog = hook('logo-dialog', { saved: text, unreadable: text })
export const logoError = hook('logo-error')
/** The parts of the dialog for a square logo, which the owner crops. */
export const logoCrop = hook('logo-crop')
export const logoZoom = hook('logo-zoom')
/** The parts of the dialog for the other logos. */
export const logoTrim = hook('logo-trim')
/** A bar in one theme, with the logo as it will be shown. */
export const logoSample = hook('logo-sample')
