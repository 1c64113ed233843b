import { hook, json, maybe, number, text } from '#kernel/hooks.ts'

export interface Question {
  title: string
  body: string
  button: string
  /** The action loses no data, so its button does not have the colour of a warning. */
  calm?: boolean
}

/**
 * Is on the body of pages for signed-in viewers. `levelUp` is the text of the toast for a new
 * level, and `checkedIn` that of today's check-in.
 */
export const viewerFacts = hook('viewer', {
  uid: number,
  level: number,
  levelUp: text,
  checkedIn: maybe(text),
})
/**
 * Is on the root element, with the chosen theme. Missing if the viewer uses the theme of the
 * system.
 */
export const chosenTheme = hook('theme', { theme: maybe(text<'light' | 'dark' | 'auto'>) })
export const themeChoice = hook('theme-choice', { theme: text<'light' | 'dark' | 'auto'> })
/** Is on the root element, with the chosen size of the text of posts. */
export const chosenTextSize = hook('text-size', { size: maybe(text<'large' | 'larger'>) })
/** Is on the root element, if the user has turned off keyboard shortcuts. */
export const shortcutsOff = hook('no-keys')
export const shortcutList = hook('lists-keys')
/** The keyboard shortcut of a control. */
export const pressedByKey = hook('key', { key: text })

export const toastRegion = hook('toasts')
/** The messages that client/first shows when scripts load late or fail. */
export const scriptNotice = hook('script-notice', { about: text<'slow' | 'failed'> })
export const slowNotice = hook('slow')
/** Marks a control that was pressed before its script was loaded. */
export const pendingControl = hook('pending')

export const menu = hook('menu')
export const dialogOpener = hook('opens', { dialog: text })
export const dialogCloser = hook('closes-dialog')
export const fileChooser = hook('chooses-file')

export const apiForm = hook('api', {
  call: text,
  after: maybe(text),
  toast: maybe(text),
  confirm: maybe(json<Question>),
})
/**
 * The template of a text that shows the response of a form, filled in like a toast. Unlike a toast
 * it stays visible.
 */
export const formResponse = hook('response', { template: text })
/**
 * A part of the page that shows state. It is loaded again after an action that stays on the page.
 */
export const freshPart = hook('fresh', { part: text })
/** Copies the value, or the text of the element with the id `of`. */
export const copyButton = hook('copies', {
  copied: text,
  failed: text,
  value: maybe(text),
  of: maybe(text),
})
export const formError = hook('form-error')
export const fieldError = hook('error-for', { field: text })
/** Marks a field at which these error codes are shown. */
export const errorsHere = hook('errors', { codes: text })
export const sameAs = hook('same-as', { field: text })
/** Marks a field that is not sent if it is empty. */
export const optional = hook('optional')
/** Marks a field that is never sent. */
export const unsent = hook('unsent')
export const passwordEye = hook('shows-password')
export const strengthMeter = hook('strength-of', {
  field: text,
  strength: number,
  doubt: json<Question>,
})
export const characterCounter = hook('counter-of', { field: text, max: number })
export const toggle = hook('saves', {
  call: text,
  body: json<Record<string, string>>,
  toastOn: text,
  toastOff: text,
})

/** A number in short form (`compact`), with its exact value. */
export const shortCount = hook('count', { count: number })
export const unreadCount = hook('unread-of', { category: text, unreadCount: number })
export const viewerEnergy = hook('viewer-energy')
/** Is on the avatars of the viewer, so that a new avatar replaces all of them on the page. */
export const avatarOf = hook('person', { uid: number })

/** The colour class of an avatar letter: one of six in the style sheet, constant for each user. */
export function hueOf(uid: number): string {
  return `hue${uid % 6}`
}
