import { text } from '#kernel/fields.ts'

export const SIGNATURE_MAX = 80

/** A tagline is one line. One that nobody can see is none: it clears. */
export const SignatureInput = text({ max: SIGNATURE_MAX }).transform((value) => {
  const line = value.replace(/\s+/g, ' ')
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(line) ? '' : line
})
