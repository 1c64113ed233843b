import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import {
  BLOCKED_HOSTS_MAX,
  BLOCKED_WORD_LENGTH,
  BLOCKED_WORDS_MAX,
  BlockedHostsInput,
  BlockedWordsInput,
  blockedHosts,
  blockedWords,
  setBlockedHosts,
  setBlockedWords,
} from '#features/publishing/content-rules/blocked-hosts.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
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
