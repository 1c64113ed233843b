import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import { TRUSTED_DAYS, TRUSTED_HOURS, TRUSTED_LEVEL } from '#features/core/people/level.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { blockedWords, startWordsChange } from '#features/core/site/blocked-words.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblemWith } from '#kernel/fields.ts'
import { hostOf, imageHosts, linkHosts } from '#kernel/html/links.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { foldText } from '#kernel/text/word-matcher.ts'

export const BLOCKED_HOSTS_MAX = 5000
/** Maximum labels of a blocked host, so that the lookup of a long host name stays small. */
const LABELS_MAX = 8
/** The maximum length of a host name (RFC 1035). */
const HOST_LENGTH = 253

export const BlockedHostsInput = z.object({ hosts: z.array(z.string()).max(BLOCKED_HOSTS_MAX) })

const rows = sql<{ host: string }>`SELECT host FROM blocked_hosts ORDER BY host`

export const blockedHosts: Group<string[]> = group({ rows }, ({ rows }) =>
  rows.map(({ host }) => host),
)

/**
 * Replaces the list and returns it, sorted and without duplicates. An unchanged list is neither
 * written nor logged.
 */
export async function setBlockedHosts(
  db: Database,
  admin: AuditActor,
  raw: readonly string[],
  now: Date,
): Promise<string[]> {
  const hosts = parsedLines(raw, 'hosts', normalisedHost, BLOCKED_HOSTS_MAX).sort()
  const change = sizeOfChange(await db.read(blockedHosts), hosts)
  if (change === null) return hosts
  const sent = sql`SELECT value FROM json_each(${JSON.stringify(hosts)})`
  await db.batch([
    auditEntry(
      admin,
      { action: 'blocklist.change', target: ['site_setting', 'blocked_hosts'], ...change },
      now,
    ),
    sql`DELETE FROM blocked_hosts WHERE host NOT IN (${sent})`,
    sql`INSERT INTO blocked_hosts (host) ${sent} WHERE TRUE ON CONFLICT DO NOTHING`,
  ])
  return hosts
}

/**
 * The host of each link and image in the body, of the cover and of the canonical link. A host may
 * occur several times.
 */
export function hostsInPost(post: {
  body: string
  coverUrl: string | null
  canonicalUrl: string | null
}): string[] {
  const others = [post.coverUrl, post.canonicalUrl].flatMap((url) => hostOf(url ?? '') ?? [])
  return [...linkHosts(post.body), ...imageHosts(post.body), ...others]
}

/**
 * Runs a command that makes a text public and refuses it if the text has a link to a blocked host.
 * The command must add the statements to its batch: the trigger linked_hosts_not_blocked then
 * aborts the batch as a whole. So the check needs no round trip of its own, and it cannot be
 * outdated. A text without links has no statement.
 */
export async function withHostCheck<Result>(
  db: Database,
  hosts: readonly string[],
  run: (check: Statement[]) => Promise<Result>,
  field = 'body',
): Promise<Result> {
  if (hosts.length === 0) return run([])
  const listed = JSON.stringify(namesCovering(hosts))
  try {
    return await run([sql`INSERT INTO linked_hosts (hosts) VALUES (${listed})`])
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'validation_failed')) throw error
    const blocked = await db.first(sql<{ host: string }>`
      SELECT b.host FROM json_each(${listed}) linked CROSS JOIN blocked_hosts b ON b.host = linked.value LIMIT 1`)
    if (blocked === null) throw error
    throw new AppError('validation_failed', {
      fields: { [field]: contentProblem((say) => say.blockedHost(blocked.host)) },
    })
  }
}

/** Each host and its parent domains: an entry blocks all subdomains. */
function namesCovering(hosts: readonly string[]): string[] {
  const names = hosts.flatMap((host) => {
    const labels = host.split('.').slice(-LABELS_MAX)
    return [host, ...labels.slice(1).map((_, index) => labels.slice(index).join('.'))]
  })
  return [...new Set(names)]
}

/**
 * Accepts a host, a URL and `*.example.com`. Null for anything else, also for a top-level domain.
 */
function normalisedHost(line: string): string | null {
  const name = line.trim().replace(/^\*?\./, '')
  const host = hostOf(/^https?:\/\//i.test(name) ? name : `https://${name}`)
  if (host === null || host.length > HOST_LENGTH) return null
  const isName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/.test(host) && host.split('.').length <= LABELS_MAX
  return isName || /^\[[\da-f:]+\]$/.test(host) ? host : null
}

/**
 * The entries of a list that an admin wrote, normalised and without duplicates and empty lines.
 * Throws if a line is not valid and names it.
 */
function parsedLines(
  lines: readonly string[],
  field: string,
  normalised: (line: string) => string | null,
  max: number,
): string[] {
  const entries = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [normalised(line) ?? refuse(field, index + 1, line)],
  )
  const unique = [...new Set(entries)]
  if (unique.length > max)
    throw new AppError('validation_failed', {
      fields: { [field]: fieldProblemWith('too_many', max) },
    })
  return unique
}

/** The numbers of a change for the audit log, which does not contain the entries themselves. */
interface ListChange {
  before: { entries: number }
  after: { entries: number; added: number; removed: number }
}

/** Null if both lists have the same entries, in any order. */
function sizeOfChange(before: readonly string[], after: readonly string[]): ListChange | null {
  const [old, fresh] = [new Set(before), new Set(after)]
  const added = after.filter((entry) => !old.has(entry)).length
  const removed = before.filter((entry) => !fresh.has(entry)).length
  if (added + removed === 0) return null
  return { before: { entries: before.length }, after: { entries: after.length, added, removed } }
}

/** A message quotes at most this many characters of a line that is not valid. */
const SHOWN_LENGTH = 60

function refuse(field: string, number: number, line: string): never {
  const shown = [...line].slice(0, SHOWN_LENGTH).join('')
  const problem = contentProblem((say) => say.invalidLine(number, shown))
  throw new AppError('validation_failed', { fields: { [field]: problem } })
}

const problems = bilingual({
  tooManyLinks: [
    (links: number, level: number, hours: number, days: number) =>
      `升到 Lv${level}、注册满 ${hours} 小时且签到满 ${days} 天之前，最多可以有 ${links} 个站外链接，请移除多余的链接。`,
    (links: number, level: number, hours: number, days: number) =>
      `Until you reach Lv${level}, your account is ${hours} hours old and you checked in on ${days} days, use at most ${links} links to other sites. Please remove the others.`,
  ],
  noProfileLink: [
    `升到 Lv${TRUSTED_LEVEL}、注册满 ${TRUSTED_HOURS} 小时且签到满 ${TRUSTED_DAYS} 天之后才能填写。`,
    `You can add it once you reach Lv${TRUSTED_LEVEL}, your account is ${TRUSTED_HOURS} hours old and you checked in on ${TRUSTED_DAYS} days.`,
  ],
  blockedHost: [
    (host: string) => `本站不允许链接到 ${host}，请移除相关链接或图片。`,
    (host: string) =>
      `Links to ${host} are not allowed on this site. Please remove the link or image.`,
  ],
  invalidLine: [
    (number: number, line: string) => `第 ${number} 行无效：${line}`,
    (number: number, line: string) => `Line ${number} is not valid: ${line}`,
  ],
})

/**
 * A message for `AppError('validation_failed', { fields })` in the language of the request. Usage:
 * `contentProblem((say) => say.blockedHost(host))`.
 */
export const contentProblem =
  (message: (say: (typeof problems)['en']) => string) =>
  (language: Language): string =>
    message(problems[language])

export const BLOCKED_WORDS_MAX = 1000
export const BLOCKED_WORD_LENGTH = 50

export const BlockedWordsInput = z.object({ words: z.array(z.string()).max(BLOCKED_WORDS_MAX) })

/**
 * Replaces the list and returns it, normalised and without duplicates. An unchanged list is neither
 * written nor logged.
 */
export async function setBlockedWords(
  db: Database,
  admin: AuditActor,
  raw: readonly string[],
  now: Date,
): Promise<string[]> {
  const words = parsedLines(raw, 'words', normalisedWord, BLOCKED_WORDS_MAX)
  const change = sizeOfChange(await db.read(blockedWords), words)
  if (change === null) return words
  const changed = startWordsChange(now)
  await db.batch([
    auditEntry(
      admin,
      { action: 'blocklist.change', target: ['site_setting', 'blocked_words'], ...change },
      now,
    ),
    sql`UPDATE blocked_words SET words = ${JSON.stringify(words)} WHERE id = 1`,
  ])
  changed(words)
  return words
}

/**
 * Null for a line without a letter or digit, and for a word that is too long or that the database
 * cannot store.
 */
function normalisedWord(line: string): string | null {
  const word = foldText(line).trim()
  return /[\p{L}\p{N}]/u.test(word) &&
    [...word].length <= BLOCKED_WORD_LENGTH &&
    word.isWellFormed() &&
    !word.includes('\0')
    ? word
    : null
}
