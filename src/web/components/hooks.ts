import { hook, json, maybe, number, text } from '#kernel/hooks.ts'

export interface Question {
  title: string
  body: string
  button: string
  /** Nothing is lost by it: the button need not warn. */
  calm?: boolean
}

/** On the body, of whoever is signed in. */
export const viewerFacts = hook('viewer', { uid: number, level: number, levelUp: text, checkedIn: maybe(text) })
/** On the root: the theme that was chosen, unless it is the system's. */
export const chosenTheme = hook('theme', { theme: maybe(text<'light' | 'dark'>) })
export const themeChoice = hook('theme-choice', { theme: text<'light' | 'dark' | 'auto'> })
/** Pressed by a key. */
export const pressedByKey = hook('key', { key: text })

export const toastRegion = hook('toasts')
/** What client/first says when scripts come late or not at all. */
export const scriptNotice = hook('script-notice', { about: text<'slow' | 'failed'> })
export const slowNotice = hook('slow')
/** On a control that was pressed before its script was there. */
export const keptControl = hook('kept')

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
/** Says what the answer holds, filled in like a toast, and stays. */
export const formAnswer = hook('answer', { template: text })
/** Copies the text of the element with this id. */
export const copyButton = hook('copies', { of: text, copied: text, failed: text })
export const formError = hook('form-error')
export const fieldError = hook('error-for', { field: text })
/** Codes of refusals that are said beside this field. */
export const errorsHere = hook('errors', { codes: text })
export const sameAs = hook('same-as', { field: text })
/** Not sent where it was left empty. */
export const optional = hook('optional')
/** Never sent. */
export const unsent = hook('unsent')
export const passwordEye = hook('shows-password')
export const strengthMeter = hook('strength-of', { field: text, strength: number, doubt: json<Question> })
export const characterCounter = hook('counter-of', { field: text, max: number })
export const toggle = hook('saves', {
  call: text,
  body: json<Record<string, string>>,
  toastOn: text,
  toastOff: text,
})

/** A number that is shown shortened. */
export const shortCount = hook('count', { count: number })
export const unreadCount = hook('unread-of', { category: text, unreadCount: number })
export const viewerEnergy = hook('viewer-energy')
export const avatarOf = hook('person', { uid: number })

/** The class of the colour behind the letter of an avatar: one of the six in the style sheet, and always the same for a user. */
export function hueOf(uid: number): string {
  return `hue${uid % 6}`
}
