import { hook, json, number, text } from '#kernel/hooks.ts'
import type { Question } from '#web/components/hooks.ts'

/** Sentences with placeholders: `{name}` is a field of the API's response. */
export interface EnergizeText {
  given: string
  thanks: string
  exp: string
  question: Question
  /** Shown before the balance goes below 0, every time. */
  below: string
}

export const energizePanel = hook('energize', {
  post: number,
  cap: number,
  energy: number,
  text: json<EnergizeText>,
})
export const energizeButton = hook('form', { form: text<'light' | 'heavy'>, cost: number })
type EnergizeState = 'open' | 'full' | 'negative'

/** `given` is what the viewer has given to the post, at most `cap`. */
export function energizeStateOf(energy: number, given: number, cap: number): EnergizeState {
  if (energy < 0) return 'negative'
  return given >= cap ? 'full' : 'open'
}

/** The sentence for one state of the panel. */
export const energizeSentence = hook('when', {
  state: text<EnergizeState>,
  template: text,
})
export const postEnergy = hook('post-energy')
export const energizeThanks = hook('thanks')
