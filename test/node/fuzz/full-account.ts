import { SMALL_EXPORT_BYTES_MAX } from '#features/pages/exports/exports.ts'
import { packed } from '#kernel/formats/packed.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { inDatabase } from '../support/storage.ts'
import type { MeasuredSite } from './measured-site.ts'

/** 47 MB of drafts: their ZIP took 13 s of CPU time when it was made in one request. */
const DRAFTS = 240
const DRAFT_LENGTH = 195_000
const BODY_LENGTH = 199_000

const AT = '2026-01-01T00:00:00.000Z'

export interface FullAccount {
  uid: number
  /** The id of the longest post, which has revisions and unseen edits. */
  post: number
  /** The first revision of that post. */
  version: number
  /** The ids of posts whose body repeats one element up to the limit. */
  posts: number[]
}

/** Fills the owner's account up to its limits. */
export const fillAccount = (site: MeasuredSite, data: string) =>
  fill(site, data, { drafts: DRAFTS, units: UNITS, revisions: 49, edits: 50, rows: 5_000 })

/**
 * Fills the owner's account with one long revision, and with more text than an export in one
 * request may have.
 */
export const fillLargeAccount = (site: MeasuredSite, data: string) =>
  fill(site, data, { drafts: draftsOf(1.2), units: [], revisions: 1, edits: 1, rows: 1 })

interface Amounts {
  drafts: number
  /** Elements that the bodies of posts repeat. */
  units: string[]
  revisions: number
  edits: number
  /** The number of comments, and of notifications. */
  rows: number
}

async function fill(site: MeasuredSite, data: string, amounts: Amounts): Promise<FullAccount> {
  const { units, rows } = amounts
  const { id: post = 0 } = await site.made('/api/studio/posts', {
    title: 'A title',
    body: '<p>words</p>',
    tags: ['a'],
  })
  const [{ uid } = { uid: 0 }] = JSON.parse(
    (await site.call({ method: 'GET', path: '/api/posts' })).text,
  ).items.map(({ author }: { author: { uid: number } }) => author)
  const revisions = await Promise.all(
    Array.from({ length: amounts.revisions }, (_, n) => packed(contentOf(n))),
  )
  await inDatabase(
    data,
    [
      drafts(uid, amounts.drafts),
      ...units.map(
        (
          unit,
        ) => `INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
          VALUES (${uid}, 'approved', 'A title', '', ${repeated(unit, BODY_LENGTH)}, '${AT}', '${AT}', '${AT}')`,
      ),
      `UPDATE posts SET version = version + 1, edit_unseen_since = '${AT}', body = ${quoted(linesOf('w', 49))}
       WHERE id = ${post}`,
      ...revisions.map(
        (
          content,
          n,
        ) => `INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
          VALUES (${post}, ${FIRST_REVISION + n}, '${AT}', 'approved', 'A title', '[]', '${content}')`,
      ),
      `${numbers(amounts.edits)} INSERT INTO post_edits (post_id, version, before, after, created_at)
       SELECT ${post}, i, ${quoted(contentOf(1))}, ${quoted(contentOf(2))}, '${AT}' FROM n`,
      `${numbers(rows)} INSERT INTO comments (post_id, author_id, body, created_at)
       SELECT ${post}, ${uid}, printf('%.*c', 1000, 'w'), '${AT}' FROM n`,
      `${numbers(rows)} INSERT INTO notifications (id, user_id, kind, category, related_id, data, created_at)
       SELECT 1000000 + i, ${uid}, 'NotifySystem', 'system', NULL, '{"event":"profile_approved"}', '${AT}' FROM n`,
    ].join(';\n'),
  )
  const posts = Array.from({ length: units.length }, (_, n) => post + amounts.drafts + 1 + n)
  return { uid, post, version: FIRST_REVISION, posts }
}

/**
 * Creates another account with this share of the text that an export in one request may have.
 * Returns the headers of its requests.
 */
export async function fillSmallAccount(
  site: MeasuredSite,
  data: string,
  share: number,
): Promise<{ authorization: string }> {
  const body = JSON.stringify({ email: 'small@joule.test', password: 'a small account here' })
  const { text } = await site.call({ method: 'POST', path: '/api/auth/register', body })
  const { user, access_token } = JSON.parse(text)
  await inDatabase(data, drafts(user.uid, draftsOf(share)))
  return { authorization: `Bearer ${access_token}` }
}

/** The number of drafts with this share of the text that an export in one request may have. */
const draftsOf = (share: number) => Math.floor((share * SMALL_EXPORT_BYTES_MAX) / DRAFT_LENGTH)

function drafts(uid: number, count: number): string {
  return `${numbers(count)} INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
    SELECT ${uid}, 'draft', 'Draft ' || i, '', ${repeated(PARAGRAPH, DRAFT_LENGTH)}, '${AT}', '${AT}' FROM n`
}

/** Above the version of the post, so that each revision has a version of its own. */
const FIRST_REVISION = 10

const PARAGRAPH =
  '<p>Some <strong>words</strong> and <a href="https://a.example/b">a link</a>, <em>again</em>.</p>'

/** Elements that a page changes or counts, or that take the most characters. */
const UNITS = [
  '<h2>a</h2>',
  '<pre><code class="language-js">a</code></pre>',
  '<ul><li>a</li></ul>',
  '<table><tbody><tr><td>a</td></tr></tbody></table>',
  '<details><summary>a</summary>b</details>',
  '<a href="/a">b</a> ',
  '好',
]

function numbers(count: number): string {
  return `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
}

/** SQL that repeats the stored form of a unit. */
function repeated(unit: string, length: number): string {
  const stored = sanitiseHtml(unit)
  return `replace(printf('%.*c', ${Math.floor(length / stored.length)}, 'x'), 'x', ${quoted(stored)})`
}

/** The worst body for a comparison: many lines that differ in many words. */
function contentOf(n: number): string {
  return JSON.stringify({
    title: 'A title',
    body: linesOf('o', n),
    summary: null,
    coverUrl: null,
    tags: [],
  })
}

function linesOf(word: string, first: number): string {
  const words = (n: number) =>
    Array.from({ length: 400 }, (_, m) => (m % 2 ? 'a' : `${word}${(n + m) % 7}`))
  let text = ''
  for (let n = first; text.length < BODY_LENGTH - 1_500; n += 1)
    text += `<p>${words(n).join(' ')}</p>`
  return text
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
