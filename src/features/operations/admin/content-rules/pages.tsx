import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { adminContentRulesTexts } from '#features/operations/admin/content-rules/text.ts'
import { ContentRulesView, LISTS, type RefusedList } from '#features/operations/admin/content-rules/views.tsx'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import {
  blockedHosts,
  blockedWords,
  setBlockedHosts,
  setBlockedWords,
} from '#features/publishing/content-rules/blocked-hosts.ts'
import { AppError } from '#kernel/errors.ts'
import { JSON_BODY_MAX } from '#kernel/sizes.ts'
import { adminForm, adminPage } from '#web/guards/guards.ts'
import { repeats } from '#web/openapi/doc.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'

const ListForm = z.object({ list: z.enum(LISTS), entries: z.string() })

/** The lists are plain forms, with and without JavaScript: a list of 5,000 lines has no use for a dialog. */
export const adminContentRulesPages = new Hono<AppEnv>()
  .get('/admin/content-rules', adminPage, (c) => showLists(c, null))
  .post('/admin/content-rules', repeats('idempotent'), fromThisSite, adminForm, async (c) => {
    const { input, problems } = await plainForm(c, ListForm, JSON_BODY_MAX)
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { list, entries } = input
    const set = list === 'hosts' ? setBlockedHosts : setBlockedWords
    try {
      await set(c.var.db, auditActorOf(c), entries.split(/\r?\n/), c.var.now)
    } catch (error) {
      const problem = error instanceof AppError ? error.details.fields?.[list] : undefined
      if (problem === undefined) throw error
      return showLists(c, { list, entries, problem: typeof problem === 'string' ? problem : problem(c.var.language) })
    }
    return c.redirect(`/admin/content-rules?saved=${list}`, 303)
  })

async function showLists(c: Context<MemberEnv>, refused: RefusedList | null) {
  const { db, language } = c.var
  const { waiting, hosts, words } = await db.read({ waiting: openDecisions, hosts: blockedHosts, words: blockedWords })
  const { title } = adminContentRulesTexts[language]
  const saved = LISTS.find((list) => list === c.req.query('saved')) ?? null
  return adminPageOf(
    c,
    { name: 'rules', title, waiting, ...(refused && { status: 422 }) },
    <ContentRulesView lists={{ hosts, words }} {...{ saved, refused, language }} />,
  )
}
