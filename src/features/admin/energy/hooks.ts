import { hook, json, text } from '#kernel/hooks.ts'

type AdjustWord =
  | ('countFirst' | 'nobody' | 'tooMany' | 'counted' | 'notNumbers' | 'repeated')
  | ('confirmTitle' | 'confirmBody' | 'confirmButton' | 'done' | 'unknown')
export type AdjustWords = Record<AdjustWord, string>

export const adjustForm = hook('adjusts-energy', { words: json<AdjustWords> })
/** Shown for one of the two ways to say whom it is about. */
export const adjustWhom = hook('whom', { whom: text<'list' | 'filter'> })
export const peopleCounter = hook('counts-people')
export const peopleCount = hook('people-count')
