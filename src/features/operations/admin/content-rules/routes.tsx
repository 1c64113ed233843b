import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { blockedWords } from '#features/core/site/blocked-words.ts'
import { ContentRulesView, LISTS, type RefusedList } from '#features/operations/admin/content-rules/views.tsx'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
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
import { admin, adminForm } from '#web/guards/guards.ts'
import { doc, read, repeats, write } from '#web/openapi/doc.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'
import { json } from '#web/validation/validate.ts'

const BlockedHostsShape = z.object({ hosts: z.array(z.string()) }).meta({ id: 'BlockedHosts' })
const BlockedWordsShape = z.object({ words: z.array(z.string()) }).meta({ id: 'BlockedWords' })

export const adminContentRulesApi = new Hono<AppEnv>()
  .get(
    '/admin/blocked-hosts',
    read('listAdminBlockedHosts', { tag: 'admin' }),
    admin,
    doc('List the blocked hosts', { 200: BlockedHostsShape }),
    async (c) => c.json({ hosts: await c.var.db.read(blockedHosts) }),
  )
  .put(
    '/admin/blocked-hosts',
    write('updateAdminBlockedHosts', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc(
      `Replace the list of blocked hosts (up to ${BLOCKED_HOSTS_MAX}). Public posts and comments must not link to them or to their subdomains`,
      { 200: BlockedHostsShape },
    ),
    json(BlockedHostsInput),
    async (c) => {
      const { hosts } = c.req.valid('json')
      return c.json({ hosts: await setBlockedHosts(c.var.db, auditActorOf(c), hosts, c.var.now) })
    },
  )
  .get(
    '/admin/blocked-words',
    read('listAdminBlockedWords', { tag: 'admin' }),
    admin,
    doc('List the blocked words', { 200: BlockedWordsShape }),
    async (c) => c.json({ words: await c.var.db.read(blockedWords) }),
  )
  .put(
    '/admin/blocked-words',
    write('updateAdminBlockedWords', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc(
      `Replace the word list (up to ${BLOCKED_WORDS_MAX} words of up to ${BLOCKED_WORD_LENGTH} characters). Matching posts go to review; matching comments are reported to the admins`,
      { 200: BlockedWordsShape },
    ),
    json(BlockedWordsInput),
    async (c) => {
      const { words } = c.req.valid('json')
      return c.json({ words: await setBlockedWords(c.var.db, auditActorOf(c), words, c.var.now) })
    },
  )

const ListForm = z.object({ list: z.enum(LISTS), entries: z.string() })

/** The lists are plain forms, with and without JavaScript: a list of 5,000 lines has no use for a dialog. */
export const adminContentRulesPages = new Hono<AppEnv>()
  .get(PAGES.rules.href, PAGES.rules.guard, (c) => showLists(c, null))
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

function showLists(c: Context<MemberEnv>, refused: RefusedList | null) {
  const about = { name: 'rules', ...(refused && ({ status: 422 } as const)) } as const
  const saved = LISTS.find((list) => list === c.req.query('saved')) ?? null
  return showAdminPage(c, about, { hosts: blockedHosts, words: blockedWords }, ({ hosts, words, language }) => (
    <ContentRulesView lists={{ hosts, words }} {...{ saved, refused, language }} />
  ))
}
