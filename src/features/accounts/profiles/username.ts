import * as z from 'zod'
import { problem } from '#kernel/fields.ts'

export const USERNAME_MIN = 2
export const USERNAME_MAX = 20

/** Letters and digits of any script, `_` and `-`, except invisible letters (Hangul fillers). */
const ALLOWED = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-])+$/u

/**
 * Names with the same key are the same name: keys are unique. Of two names that only look alike, the triggers users_look_alike_*
 * and profile_reviews_look_alike_new refuse the second.
 */
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
