import { postBody } from '#compute/body.ts'
import { packed } from '#kernel/formats/packed.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { BODY_MAX, TAGS_IN_BODY_MAX, tagsIn } from '#kernel/post-limits.ts'
import { reindexHere } from '../../../scripts/commands/reindex.ts'
import { databaseFile } from '../../../scripts/site/sqlite.ts'
import { openWithoutDurability } from '../../../tools/bench/data/index.ts'
import { putEmptySite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'

/** The accounts of the site with the most rows. Every other user has one short post. */
export const PEOPLE = {
  owner: 10_001,
  /** The member who has everything up to its limit. */
  member: 10_002,
  /** An author like the member. Requests of the member and of the owner act on their content. */
  author: 10_003,
} as const

const FIRST_READER = 10_004

/** How much the site has. The short form of the proof builds a smaller site. */
export interface Amounts {
  users: number
  comments: number
  /** Rows of every list of a user: posts in the bin, notifications, ledger entries. */
  rows: number
  /** Posts with the longest text in every status. */
  posts: number
  revisions: number
}

export const WHOLE: Amounts = {
  users: 10_000,
  comments: 10_000,
  rows: 1_000,
  posts: 24,
  revisions: 50,
}

/** For `npm test`: the longest texts, but short lists. */
export const SMALL: Amounts = { users: 300, comments: 300, rows: 100, posts: 2, revisions: 2 }

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2099-01-01T00:00:00.000Z'

/** The statuses of posts, and the bin. */
export const POOLS = ['approved', 'draft', 'pending', 'rejected', 'locked', 'bin'] as const
export type Pool = (typeof POOLS)[number]

/**
 * Creates a site with the largest stored state: 10,000 users, the longest posts of every kind, and
 * lists up to their limits. The rows are inserted by SQL, because requests would take minutes.
 */
export async function putFullSite(data: string, amounts: Amounts = WHOLE): Promise<void> {
  await putEmptySite(data)
  await fill(data, peopleAndShortPosts(amounts))
  // The index has only the short posts: indexing of one long post takes half a second.
  const { storage, stop } = await openStorageIn(data)
  await reindexHere(storage)
  await stop()
  await fill(data, await longPosts(amounts))
  await fill(data, listsOf(amounts))
}

async function fill(data: string, statements: string[]): Promise<void> {
  const file = openWithoutDurability(await databaseFile(data))
  try {
    file.exec('BEGIN')
    for (const statement of statements) {
      try {
        file.exec(statement)
      } catch (error) {
        throw new Error(`${statement.slice(0, 400)}: ${error}`)
      }
    }
    file.exec('COMMIT')
  } finally {
    file.close()
  }
}

function peopleAndShortPosts({ users }: Amounts): string[] {
  return [
    `UPDATE users SET exp = 100000, username = 'owner', username_key = 'owner' WHERE uid = ${PEOPLE.owner}`,
    `${numbers(users)}
     INSERT INTO users (uid, email, password_hash, username, username_key, signature, exp, role, created_at, email_verified_at, is_regular)
     SELECT ${PEOPLE.owner} + i, 'reader' || i || '@joule.test', (SELECT password_hash FROM users WHERE uid = ${PEOPLE.owner}),
       'reader' || i, 'reader' || i, 'Reads before writing.', 20000, 'user', '${AT}', '${AT}', 1 FROM n`,
    `${numbers(users - 2)}
     INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at)
     SELECT ${FIRST_READER} - 1 + i, 'approved', 'A short post ' || i, 'Some words.', '<p>Some words of post ' || i || '.</p>',
       '[["a","a"],["tag' || (i % 300) || '","tag' || (i % 300) || '"]]', '${AT}', '${AT}',
       strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || i || ' minutes') FROM n`,
  ]
}

/** Post bodies that are expensive in different parts of the site. */
async function bodies(): Promise<Record<string, { body: string; formulas: string | null }>> {
  const text = (unit: string, length: number) => {
    const times = Math.min(length / sanitiseHtml(unit).length, TAGS_IN_BODY_MAX / tagsIn(unit))
    return unit.repeat(Math.floor(times))
  }
  const formula = (tex: string) => `<span data-tex="${tex}">x</span> `
  const raw = {
    formulas:
      text('words ', 100_000) +
      Array.from({ length: 200 }, (_, n) => formula(`\\ce{H${n}O + CO2 -> X}`)).join(''),
    matrices: Array.from({ length: 6 }, () =>
      formula(`\\begin{align}${'a &= \\xrightarrow{b} c \\\\'.repeat(60)}\\end{align}`),
    ).join(''),
    images: Array.from({ length: 100 }, (_, n) => `<p><img src="/images/image-${n}.png"></p>`).join(
      '',
    ),
    headings: text('<h2>a</h2>', 90_000),
    code: text('<pre><code class="language-js">a</code></pre>', 190_000),
    lists: text('<ul><li>a</li></ul>', 90_000),
    tables: text('<table><tbody><tr><td>a</td></tr></tbody></table>', 190_000),
    details: text('<details><summary>a</summary>b</details>', 190_000),
    links: text('<a href="/a">b</a> ', 90_000),
    chinese: `<p>${Array.from({ length: 190_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('')}</p>`,
    ligatures: `<p>${text('\uFDFA', 190_000)}</p>`,
    words: `<p>${Array.from({ length: 24_000 }, (_, n) => `w${(n * 7_919).toString(36)}`).join(' ')}</p>`,
  }
  const made: Record<string, { body: string; formulas: string | null }> = {}
  for (const [kind, html] of Object.entries(raw)) {
    const { html: body, formulas } = await postBody(html)
    made[kind] = { body, formulas }
  }
  return made
}

/** The kind of the bodies in the pools: the most expensive one for the search index. */
const POOL_KIND = 'ligatures'
const DRAFT_KIND = 'chinese'

async function longPosts({ posts, rows, revisions }: Amounts): Promise<string[]> {
  const made = await bodies()
  const insert = (author: number, pool: Pool, title: string, kind: string, count: number) => {
    const { body = '', formulas = null } = made[kind] ?? {}
    const status = pool === 'bin' ? 'approved' : pool
    const isPublished = status === 'approved' || status === 'locked'
    return `${numbers(count)}
      INSERT INTO posts (author_id, status, title, summary, body, formulas, tags, created_at, updated_at, published_at, locked_from,
        cover_url)
      SELECT ${author}, '${status}', '${title} ' || i, 'A summary.', body, formulas, '[["a","a"],["b","b"],["c","c"],["d","d"],["e","e"]]',
        '${AT}', '${AT}', ${isPublished ? `'${AT}'` : 'NULL'}, ${status === 'locked' ? "'approved'" : 'NULL'},
        '/images/image-0.png'
      FROM n, (SELECT ${quoted(body)} AS body, ${formulas === null ? 'NULL' : quoted(formulas)} AS formulas)`
  }
  const packedRevisions = await Promise.all(
    Array.from({ length: revisions }, (_, n) => packed(revisionOf(n))),
  )
  const authors = [PEOPLE.member, PEOPLE.author]
  return authors.flatMap((author) => [
    ...Object.keys(made).map((kind) => insert(author, 'approved', `long ${kind}`, kind, 1)),
    ...POOLS.map((pool) =>
      insert(author, pool, `pool ${pool}`, pool === 'draft' ? DRAFT_KIND : POOL_KIND, posts),
    ),
    `${numbers(rows)}
     INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at)
     SELECT ${author}, 'approved', 'binned ' || i, '', '<p>words</p>', '[]', '${AT}', '${AT}', '${AT}' FROM n`,
    `INSERT INTO post_bin (post_id, author_id, deleted_at, energy_days)
     SELECT id, author_id, ${NOW}, '[]' FROM posts WHERE author_id = ${author} AND (title GLOB 'binned *' OR title GLOB 'pool bin *')`,
    `UPDATE posts SET version = version + 1, deleted_at = ${NOW}
     WHERE author_id = ${author} AND (title GLOB 'binned *' OR title GLOB 'pool bin *')`,
    ...packedRevisions.map(
      (
        content,
        n,
      ) => `INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
        SELECT id, ${100 + n}, '${AT}', 'approved', 'A title', '[]', '${content}' FROM posts
        WHERE author_id = ${author} AND title = 'long words 1'`,
    ),
    `UPDATE posts SET version = version + 1, edit_unseen_since = '${AT}'
     WHERE author_id = ${author} AND title = 'long words 1'`,
    `${numbers(revisions)} INSERT INTO post_edits (post_id, version, before, after, created_at)
     SELECT id, i, ${quoted(revisionOf(1))}, ${quoted(revisionOf(2))}, '${AT}'
     FROM n, posts WHERE author_id = ${author} AND title = 'long words 1'`,
  ])
}

/** Newer than the age at which the bin is emptied. */
const NOW = `strftime('%Y-%m-%dT%H:00:00.000Z', 'now')`

/** The worst content for a comparison: many lines that differ in many words. */
function revisionOf(n: number): string {
  const words = Array.from({ length: 400 }, (_, m) => (m % 2 ? 'a' : `o${(n + m) % 7}`)).join(' ')
  const lines = Array.from({ length: 170 }, (_, line) => `<p>${words} ${line}</p>`)
  return JSON.stringify({
    title: 'A title',
    body: lines.join('').slice(0, BODY_MAX - 20),
    summary: null,
    coverUrl: null,
    tags: [],
  })
}

/** Everything that is in a list: comments, follows, folders, notifications, reports, the log. */
function listsOf({ users, comments, rows }: Amounts): string[] {
  const readers = `SELECT uid FROM users WHERE uid >= ${FIRST_READER}`
  const discussed = (author: number) =>
    `(SELECT id FROM posts WHERE author_id = ${author} AND title = 'long words 1')`
  const each = [PEOPLE.member, PEOPLE.author]
  const perAuthor = each.flatMap((uid) => {
    const other = uid === PEOPLE.member ? PEOPLE.author : PEOPLE.member
    return [
      `${numbers(comments)}
       INSERT INTO comments (post_id, author_id, body, created_at)
       SELECT ${discussed(uid)}, iif(i % 2, ${other}, ${FIRST_READER} + i % ${users - 10}),
         replace(printf('%.*c', 90, 'x'), 'x', '@reader' || (i % 90 + 3) || ' ') || i, '${AT}' FROM n`,
      `${numbers(rows)}
       INSERT INTO comments (post_id, root_id, reply_to_id, author_id, body, created_at)
       SELECT ${discussed(uid)}, root, root, ${uid}, printf('%.*c', 1000, 'w'), '${AT}'
       FROM n, (SELECT MIN(id) AS root FROM comments WHERE post_id = ${discussed(uid)})`,
      `INSERT INTO user_follows (follower_id, followed_id, created_at) SELECT uid, ${uid}, '${AT}' FROM (${readers})`,
      `INSERT INTO user_follows (follower_id, followed_id, created_at)
       SELECT ${uid}, uid, '${AT}' FROM (${readers} LIMIT ${rows})`,
      `${numbers(99)} INSERT INTO folders (user_id, name, public, created_at) SELECT ${uid}, 'Folder ' || i, i % 2, '${AT}' FROM n`,
      `INSERT INTO folders (user_id, name, is_default, public, created_at) VALUES (${uid}, 'Saved', 1, 1, '${AT}')`,
      `INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
       SELECT f.id, p.id, ${uid}, '${AT}' FROM folders f, posts p
       WHERE f.user_id = ${uid} AND f.is_default = 1 AND p.status = 'approved' AND p.deleted_at IS NULL LIMIT 5000`,
      `INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
       SELECT f.id, p.id, ${uid}, '${AT}' FROM folders f, posts p
       WHERE f.user_id = ${uid} AND f.is_default = 0 AND p.author_id = ${other} AND p.title GLOB 'pool approved *'`,
      `${numbers(100)} INSERT INTO series (user_id, title, description, created_at, updated_at)
       SELECT ${uid}, 'Series ' || i, printf('%.*c', 400, 'd'), '${AT}', '${AT}' FROM n`,
      `INSERT INTO series_posts (post_id, series_id, position, part, listed_at)
       SELECT p.id, s.id, row_number() OVER (ORDER BY p.id) - 1, row_number() OVER (ORDER BY p.id), p.listed_at
       FROM posts p, (SELECT MIN(id) AS id FROM series WHERE user_id = ${uid}) s
       WHERE p.author_id = ${uid} AND p.deleted_at IS NULL AND p.status = 'approved' LIMIT 100`,
      `UPDATE series SET parts = (SELECT COUNT(*) FROM series_posts x WHERE x.series_id = series.id AND x.listed_at IS NOT NULL)
       WHERE user_id = ${uid}`,
      `INSERT INTO series_follows (user_id, series_id, created_at)
       SELECT uid, s.id, '${AT}' FROM (${readers}), (SELECT MIN(id) AS id FROM series WHERE user_id = ${uid}) s`,
      `INSERT INTO series_follows (user_id, series_id, created_at)
       SELECT ${uid}, id, '${AT}' FROM series WHERE user_id = ${other}`,
      `INSERT INTO tag_follows (user_id, tag_key, created_at) SELECT ${uid}, tag_key, '${AT}' FROM tags LIMIT 100`,
      `INSERT INTO user_blocks (user_id, blocked_id, created_at)
       SELECT ${uid}, uid, '${AT}' FROM users WHERE uid >= ${FIRST_READER} ORDER BY uid DESC LIMIT 500`,
      `${numbers(5 * rows)}
       INSERT INTO notifications (id, user_id, kind, category, related_id, actor_id, data, created_at)
       SELECT (SELECT COALESCE(MAX(id), 0) FROM notifications) + i, ${uid}, 'NotifyComment', 'comment', ${discussed(uid)},
         ${FIRST_READER} + i % ${users - 10}, json_object('title', 'A title', 'excerpt', printf('%.*c', 100, 'w')), '${AT}' FROM n`,
      `${numbers(rows)}
       INSERT INTO energy_log (user_id, amount, reason, balance_after, created_at)
       SELECT ${uid}, 5, 'checkin', 5 * i, '${AT}' FROM n`,
      `INSERT INTO post_likes (user_id, post_id, created_at)
       SELECT uid, ${discussed(uid)}, '${AT}' FROM (${readers})`,
      `${numbers(90)} INSERT INTO author_daily (author_id, day, views) SELECT ${uid}, date('now', '-' || i || ' days'), i FROM n
       WHERE true ON CONFLICT DO UPDATE SET views = excluded.views`,
      `${numbers(2 * rows)} INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
       SELECT 'image-${uid}-' || i || '.png', ${uid}, 'post', 'image/png', 1200, 800, 100000, '${AT}' FROM n`,
      `${numbers(10)} INSERT INTO access_tokens (token_hash, user_id, name, scope, created_at)
       SELECT 'hash-${uid}-' || i, ${uid}, 'A token', 'read', '${AT}' FROM n`,
    ]
  })
  return [
    ...perAuthor,
    `INSERT INTO comment_likes (comment_id, user_id, created_at)
     SELECT c.id, uid, '${AT}' FROM (SELECT MIN(id) AS id FROM comments) c, (${readers})`,
    `${numbers(rows)} INSERT INTO report_cases (kind, target_id, subject_id, opened_at)
     SELECT iif(i % 2, 'user', 'comment'), iif(i % 2, ${FIRST_READER} + i, i), ${FIRST_READER} + i, '${AT}' FROM n`,
    `INSERT INTO reports (case_id, user_id, reason, text, day, created_at)
     SELECT id, ${FIRST_READER} + (id + 7) % 200, 'spam', printf('%.*c', 500, 'r'), date('2026-01-01', '-' || (id / 200) || ' days'), '${AT}' FROM report_cases`,
    `${numbers(10 * rows)}
     INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, ip, public, reason, created_at)
     SELECT ${PEOPLE.owner}, 'post.lock', 'post', '1', ${PEOPLE.author}, '127.0.0.1', 1, printf('%.*c', 400, 'r'), '${AT}' FROM n`,
    `${numbers(rows)}
     INSERT INTO profile_reviews (user_id, username, username_key, signature, cost, created_at)
     SELECT ${FIRST_READER} + i, 'newname' || i, 'newname' || i, 'A signature', 0, '${AT}' FROM n`,
    `${numbers(rows)}
     INSERT INTO post_moves (post_id, actor_id, move, from_status, to_status, created_at)
     SELECT ${discussed(PEOPLE.author)}, ${PEOPLE.author}, 'edit', 'approved', 'approved', '${AT}' FROM n`,
    `${numbers(rows)}
     INSERT INTO outbox (channel, user_id, kind, address, language, site, subject, status, next_attempt_at, created_at, settled_at)
     SELECT 'mail', ${PEOPLE.owner}, 'test', 'a@joule.test', 'en', 'Joule', 'A subject', 'kept', '${AT}', '${AT}', '${AT}' FROM n`,
    `${numbers(5_000)} INSERT INTO blocked_hosts (host) SELECT 'blocked' || i || '.example' FROM n`,
    `UPDATE blocked_words SET words = (${numbers(1_000)} SELECT json_group_array('blockedword' || i) FROM n)`,
    `${numbers(5_000)} INSERT INTO redirects (path, post_id, created_at) SELECT '/old/' || i, i % 1000 + 1, '${AT}' FROM n`,
    ...['about', 'rules', 'privacy'].map(
      (
        name,
      ) => `INSERT INTO site_pages (name, language, body, updated_at) VALUES ('${name}', 'en', ${quoted('<h2>a</h2>'.repeat(9_000))}, '${AT}')
        ON CONFLICT DO UPDATE SET body = excluded.body`,
    ),
    `${numbers(10)} INSERT INTO invitation_batches (creator_id, note, codes, uses, created_at, expires_at)
     SELECT ${PEOPLE.owner}, 'A batch', 100, 1, '${AT}', '${LATER}' FROM n`,
    `INSERT INTO invitations (code, creator_id, batch_id, uses, created_at, expires_at)
     SELECT printf('%04d-%04d', b.id, n.i), ${PEOPLE.owner}, b.id, 1, '${AT}', '${LATER}'
     FROM invitation_batches b, (${numbers(100)} SELECT i FROM n) n`,
    `${numbers(50)} INSERT INTO user_notes (user_id, author_id, text, created_at)
     SELECT ${PEOPLE.author}, ${PEOPLE.owner}, printf('%.*c', 1000, 'n'), '${AT}' FROM n`,
    `INSERT INTO letter_subscribers (email_hash, email, key_id, language, time_zone, site, created_at)
     SELECT 'hash' || uid, 'a' || uid || '@joule.test', 'none', 'en', 'UTC', 'Joule', '${AT}' FROM (${readers})`,
    `INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
     SELECT id, 'author', '${PEOPLE.member}', 'each', '${AT}' FROM letter_subscribers`,
    `INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
     SELECT id, 'site', '', 'each', '${AT}' FROM letter_subscribers`,
  ]
}

function numbers(count: number): string {
  return `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
