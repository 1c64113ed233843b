import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { blockedWords } from '#features/core/site/blocked-words.ts'
import {
  adminContentRulesTexts,
  ContentRulesView,
  LISTS,
  type RefusedList,
} from '#features/operations/admin/content-rules/views.tsx'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  BLOCKED_HOSTS_MAX,
  BLOCKED_WORD_LENGTH,
  BLOCKED_WORDS_MAX,
  BlockedHostsInput,
  BlockedWordsInput,
  blockedHosts,
  setBlockedHosts,
  setBlockedWords,
} from '#features/publishing/content-rules/blocked-hosts.ts'
import { AppError } from '#kernel/errors.ts'
import { JSON_BODY_MAX } from '#kernel/sizes.ts'
import { admin } from '#web/guards/access.ts'
import { adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { repeats } from '#web/openapi/doc.ts'
import { plainForm } from '#web/validation/plain-form.ts'
import { json } from '#web/validation/validate.ts'

const BlockedHostsShape = z.object({ hosts: z.array(z.string()) }).meta({ id: 'BlockedHosts' })
const BlockedWordsShape = z.object({ words: z.array(z.string()) }).meta({ id: 'BlockedWords' })

export const adminContentRulesApi = new Hono<AppEnv>()
  .get(
    '/admin/blocked-hosts',
    adminRead('listAdminBlockedHosts', BlockedHostsShape),
    summary('List the blocked hosts'),
    async (c) => c.json({ hosts: await c.var.db.read(blockedHosts) }),
  )
  .put(
    '/admin/blocked-hosts',
    adminWrite('updateAdminBlockedHosts', 'idempotent', BlockedHostsShape),
    summary(
      `Replace the list of blocked hosts. The list has at most ${BLOCKED_HOSTS_MAX} hosts. Public posts and comments must not link to them or to their subdomains`,
    ),
    json(BlockedHostsInput),
    async (c) => c.json({ hosts: await byAdmin(c, setBlockedHosts, c.req.valid('json').hosts) }),
  )
  .get(
    '/admin/blocked-words',
    adminRead('listAdminBlockedWords', BlockedWordsShape),
    summary('List the blocked words'),
    async (c) => c.json({ words: await c.var.db.read(blockedWords) }),
  )
  .put(
    '/admin/blocked-words',
    adminWrite('updateAdminBlockedWords', 'idempotent', BlockedWordsShape),
    summary(
      `Replace the list of blocked words. The list has at most ${BLOCKED_WORDS_MAX} words of at most ${BLOCKED_WORD_LENGTH} characters. Posts that contain one of them go to review. Comments that contain one of them are reported to the admins`,
    ),
    json(BlockedWordsInput),
    async (c) => c.json({ words: await byAdmin(c, setBlockedWords, c.req.valid('json').words) }),
  )

const ListForm = z.object({ list: z.enum(LISTS), entries: z.string() })

/**
 * The lists are plain forms, also with JavaScript. A refused list is shown again with its problem,
 * so that nothing of a long list is lost.
 */
export const adminContentRulesPages = new Hono<AppEnv>()
  .get(PAGES.rules.href, PAGES.rules.guard, (c) => showLists(c, null))
  .post('/admin/content-rules', repeats('idempotent'), admin, async (c) => {
    const { input, problems } = await plainForm(c, ListForm, JSON_BODY_MAX)
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { list, entries } = input
    const set = list === 'hosts' ? setBlockedHosts : setBlockedWords
    try {
      await byAdmin(c, set, entries.split(/\r?\n/))
    } catch (error) {
      const problem = error instanceof AppError ? error.details.fields?.[list] : undefined
      if (problem === undefined) throw error
      return showLists(c, {
        list,
        entries,
        problem: typeof problem === 'string' ? problem : problem(c.var.language),
      })
    }
    return c.redirect(`/admin/content-rules?saved=${list}`, 303)
  })

function showLists(c: Context<MemberEnv>, refused: RefusedList | null) {
  const { lead } = adminContentRulesTexts[c.var.language]
  const about = { name: 'rules', lead, ...(refused && ({ status: 422 } as const)) } as const
  const saved = LISTS.find((list) => list === c.req.query('saved')) ?? null
  return showAdminPage(
    c,
    about,
    { hosts: blockedHosts, words: blockedWords },
    ({ hosts, words, language }) => (
      <ContentRulesView lists={{ hosts, words }} {...{ saved, refused, language }} />
    ),
  )
}
