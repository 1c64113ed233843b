import { hook, json, maybe, number, text } from '#kernel/hooks.ts'

export interface Question {
  title: string
  body: string
  button: string
  /** The action loses no data, so its button has no warning colour. */
  calm?: boolean
}

/** On the body, for signed-in viewers. */
export const viewerFacts = hook('viewer', {
  uid: number,
  level: number,
  levelUp: text,
  checkedIn: maybe(text),
})
/** On the root element: the chosen theme, unless it is the system theme. */
export const chosenTheme = hook('theme', { theme: maybe(text<'light' | 'dark'>) })
export const themeChoice = hook('theme-choice', { theme: text<'light' | 'dark' | 'auto'> })
/** The chosen size of the text of posts, on the root element. */
export const chosenTextSize = hook('text-size', { size: maybe(text<'large' | 'larger'>) })
/** On the root element, if the user has turned keyboard shortcuts off. */
export const shortcutsOff = hook('no-keys')
export const shortcutList = hook('lists-keys')
export const pressedByKey = hook('key', { key: text })

export const toastRegion = hook('toasts')
/** Messages of client/first for scripts that load late or fail. */
export const scriptNotice = hook('script-notice', { about: text<'slow' | 'failed'> })
export const slowNotice = hook('slow')
/** On a control that was pressed before its script loaded. */
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
/** Shows the response, filled in like a toast, and stays visible. */
export const formResponse = hook('response', { template: text })
/** A part of the page that shows state: loaded again after an action that stays on the page. */
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
/** Error codes that are shown at this field. */
export const errorsHere = hook('errors', { codes: text })
export const sameAs = hook('same-as', { field: text })
/** Not sent if empty. */
export const optional = hook('optional')
/** Never sent. */
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

export const shortCount = hook('count', { count: number })
export const unreadCount = hook('unread-of', { category: text, unreadCount: number })
export const viewerEnergy = hook('viewer-energy')
export const avatarOf = hook('person', { uid: number })

/** The colour class of an avatar letter: one of six in the style sheet, constant for each user. */
export function hueOf(uid: number): string {
  return `hue${uid % 6}`
}
