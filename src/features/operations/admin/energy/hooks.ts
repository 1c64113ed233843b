import { hook, json, text } from '#kernel/hooks.ts'

type AdjustFormSentence =
  | ('countFirst' | 'noMatch' | 'tooMany' | 'counted' | 'notFound' | 'repeated' | 'person' | 'people')
  | ('confirmTitle' | 'confirmBody' | 'confirmButton' | 'done' | 'unknown')
export type AdjustFormText = Record<AdjustFormSentence, string>

export const adjustForm = hook('adjusts-energy', { text: json<AdjustFormText> })
/** A form part for one of the two ways to choose users. */
export const adjustAudience = hook('audience', { audience: text<'list' | 'filter'> })
export const peopleCounter = hook('counts-people')
export const peopleCount = hook('people-count')
