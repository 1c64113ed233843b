import * as z from 'zod'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import { problem } from '#kernel/fields.ts'

/** Letters and digits of any script, `_` and `-`, except invisible letters (Hangul fillers). */
const ALLOWED = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-])+$/u

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
