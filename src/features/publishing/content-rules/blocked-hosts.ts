import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { parsedLines, sizeOfChange } from '#features/publishing/content-rules/lists.ts'
import { contentProblem } from '#kernel/content-problems.ts'
import { AppError } from '#kernel/errors.ts'
import { hostOf, imageHosts, linkHosts } from '#kernel/html/links.ts'

export const BLOCKED_HOSTS_MAX = 5000
/** Maximum labels of a blocked host, so that the lookup of a long host name stays small. */
const LABELS_MAX = 8
const HOST_LENGTH = 253

export const BlockedHostsInput = z.object({ hosts: z.array(z.string()).max(BLOCKED_HOSTS_MAX) })

const rows = sql<{ host: string }>`SELECT host FROM blocked_hosts ORDER BY host`

export const blockedHosts: Group<string[]> = group({ rows }, ({ rows }) => rows.map(({ host }) => host))

/** Replaces the list. An unchanged list is neither written nor logged. */
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
    auditEntry(admin, { action: 'blocklist.change', target: ['site_setting', 'blocked_hosts'], ...change }, now),
    sql`DELETE FROM blocked_hosts WHERE host NOT IN (${sent})`,
    sql`INSERT INTO blocked_hosts (host) ${sent} WHERE TRUE ON CONFLICT DO NOTHING`,
  ])
  return hosts
}

/** The hosts of the links and images of a post, and of its canonical link. */
export function hostsInPost(post: { body: string; coverUrl: string | null; canonicalUrl: string | null }): string[] {
  const others = [post.coverUrl, post.canonicalUrl].flatMap((url) => hostOf(url ?? '') ?? [])
  return [...linkHosts(post.body), ...imageHosts(post.body), ...others]
}

/**
 * Runs a command that makes a text public and refuses it if the text has a link to a blocked host. The command must add the
 * statements to its batch: the trigger linked_hosts_not_blocked then aborts the batch as a whole. So the check needs no round
 * trip of its own, and it cannot be outdated. A text without links has no statement.
 */
export async function withHostCheck<Result>(
  db: Database,
  hosts: readonly string[],
  run: (check: Statement[]) => Promise<Result>,
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
      fields: { body: contentProblem((say) => say.blockedHost(blocked.host)) },
    })
  }
}

/** Each host and its parent domains: an entry blocks all subdomains. */
function namesCovering(hosts: readonly string[]): string[] {
  return [...new Set(hosts.flatMap((host) => [host, ...parentsOf(host)]))]
}

function parentsOf(host: string): string[] {
  const labels = host.split('.').slice(-LABELS_MAX)
  return labels.slice(1).map((_, index) => labels.slice(index).join('.'))
}

/** Accepts a host, a URL and `*.example.com`. Null for anything else, also for a top-level domain. */
function normalisedHost(line: string): string | null {
  const name = line.trim().replace(/^\*?\./, '')
  const host = hostOf(/^https?:\/\//i.test(name) ? name : `https://${name}`)
  if (host === null || host.length > HOST_LENGTH) return null
  const isName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/.test(host) && host.split('.').length <= LABELS_MAX
  return isName || /^\[[\da-f:]+\]$/.test(host) ? host : null
}
