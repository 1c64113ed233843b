import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { READS_CHOICES, rememberReads } from '#features/publishing/lists/http/reads.ts'
import { safeNext } from '#kernel/next-path.ts'
import { query } from '#web/validation/validate.ts'

const ReadsQuery = z.object({
  reads: z.enum(READS_CHOICES).catch('all'),
  next: z.string().optional().transform(safeNext),
})

// A link in every list of posts. Browsers do not prefetch it, because kernel/speculation-rules.ts does not include its path.
export const readsPages = new Hono<AppEnv>().get('/look', query(ReadsQuery), (c) => {
  const { reads, next } = c.req.valid('query')
  rememberReads(c, reads)
  return c.redirect(next)
})
