import * as z from 'zod'
import { problem } from '#kernel/fields.ts'
import { EMAIL_MAX } from '#kernel/sizes.ts'

// The address is checked before it is lower-cased, because lower-casing turns some non-ASCII
// letters (such as the Kelvin sign) into ASCII letters.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

export const EmailInput = z
  .string()
  .trim()
  .superRefine((value, context) => {
    if (value === '') context.addIssue(problem('required'))
    else if (value.length > EMAIL_MAX || !EMAIL.test(value))
      context.addIssue(problem('not_an_email'))
  })
  .transform((value) => value.toLowerCase())
  .meta({ format: 'email', maxLength: EMAIL_MAX })
