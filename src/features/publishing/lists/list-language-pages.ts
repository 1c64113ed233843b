import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { LIST_LANGUAGES, rememberListLanguage } from '#features/publishing/lists/http/list-language.ts'
import { safeNext } from '#kernel/next-path.ts'
import { query } from '#web/validation/validate.ts'

const ListLanguageQuery = z.object({
  reads: z.enum(LIST_LANGUAGES).catch('all'),
  next: z.string().optional().transform(safeNext),
})

// A link in every list of posts. Browsers do not prefetch it, because kernel/speculation-rules.ts does not include its path.
export const listLanguagePages = new Hono<AppEnv>().get('/list-language', query(ListLanguageQuery), (c) => {
  const { reads, next } = c.req.valid('query')
  rememberListLanguage(c, reads)
  return c.redirect(next)
})
