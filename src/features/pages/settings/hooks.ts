import { flag, hook, json, text } from '#kernel/hooks.ts'
import type { Question } from '#web/components/hooks.ts'

export const avatarCard = hook('avatar', {
  saved: text,
  submitted: text,
  unreadable: text,
  first: flag,
})
export const avatarProblem = hook('avatar-problem')
export const cropProblem = hook('crop-problem')
export const cropZoom = hook('crop-zoom')
/** A field whose change costs energy, so the form asks for confirmation. */
export const asksWhenChanged = hook('asks-when-changed', { question: json<Question> })
export const zoneField = hook('zones')
