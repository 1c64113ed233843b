import { z } from 'zod'
import { problem } from '#kernel/fields.ts'

export const USERNAME_MIN = 2
export const USERNAME_MAX = 20

/** Letters and digits of any script, `_` and `-`. Some letters are invisible (Hangul fillers): not those. */
const ALLOWED = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-])+$/u

/** Two names with the same key look the same to a person: only one of them may exist. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC')
}

export const UsernameInput = z
  .string()
  .trim()
  .transform((value) => value.normalize('NFC'))
  .superRefine((value, context) => {
    const length = [...value].length
    if (length === 0) context.addIssue(problem('required'))
    else if (length < USERNAME_MIN) context.addIssue(problem('too_short', USERNAME_MIN))
    else if (length > USERNAME_MAX) context.addIssue(problem('too_long', USERNAME_MAX))
    else if (!ALLOWED.test(value)) context.addIssue(problem('username_characters'))
  })
  .meta({ minLength: USERNAME_MIN, maxLength: USERNAME_MAX })
