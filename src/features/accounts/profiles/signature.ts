import { text } from '#kernel/fields.ts'

export const SIGNATURE_MAX = 80

/** A signature is one line. A signature of invisible characters counts as empty. */
export const SignatureInput = text({ max: SIGNATURE_MAX }).transform((value) => {
  const line = value.replace(/\s+/g, ' ')
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(line) ? '' : line
})
