import type * as z from 'zod'
import { line, problem } from '#kernel/fields.ts'

/** An empty field means the default, which is stored as null. */
export const orNull = <Text extends z.ZodType<string>>(text: Text) =>
  text.transform((value) => (value === '' ? null : value))

/** A line without control characters, because the text is used in titles and mail headers. */
export const plainLine = (max: number, min = 0) =>
  line({ min, max }).superRefine((value, context) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) context.addIssue(problem('unreadable'))
  })
