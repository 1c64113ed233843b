import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { runOnly } from '#test/cron.ts'
import { test as base, expect } from '#test/test.ts'
import { World } from '#test/world.ts'

/** Columns with text that cannot contain anything about a person, by reason. */
const WITHOUT_PERSONS = columnsBy({
  'written by owners and admins about the site': `blocked_hosts.host blocked_words.words footer_links.label footer_links.url
    identity_providers.client_id identity_providers.client_secret identity_providers.issuer identity_providers.key
    identity_providers.name oauth_apps.client_id oauth_apps.name oauth_apps.redirect_uris report_cases.word site_identity.accent site_identity.accent2
    site_identity.css_hash site_styles.css site_styles.hash
    site_identity.description_en site_identity.description_zh
    site_identity.logo_key site_identity.logo_large_key site_identity.logo_dark_key site_identity.logo_wide_key site_identity.name site_identity.tagline_en site_identity.tagline_zh
    site_identity.navigation site_identity.footer_zh site_identity.footer_en site_identity.home own_pages.slug own_pages.title_zh own_pages.title_en own_pages.body_zh own_pages.body_en
    own_page_images.image_key own_page_images.slug
    saved_replies.text_en saved_replies.text_zh site_pages.body tag_descriptions.description tag_descriptions.tag_key
    tags.colour tags.translation_of tag_aliases.alias_key tag_aliases.tag_key tag_aliases.name
    webhooks.url webhooks.host webhooks.events webhooks.secret webhooks.old_secret webhooks.site`,
  'a name in the code': `audit_log.action operation_hours.name outbox.kind outbox.once_keys post_moves.move post_revisions.status
    site_settings.key site_numbers.key site_state.key site_totals.name unread_counts.category unread_counts.kind user_tokens.about user_tokens.kind
    sessions.signed_in_by login_challenges.signed_in_by oauth_consents.scopes oauth_grants.scopes passkeys.transports push_subscriptions.categories`,
  'numbers, random values or progress of a job': `held_approvals.batch account_exports.claim account_exports.id account_exports.work invitations.code
    oauth_grants.auth_time oauth_grants.code_challenge oauth_grants.nonce oauth_keys.kid oauth_keys.private_key oauth_keys.public_key
    outbox.claim push_keys.private_key push_keys.public_key push_keys.old_private_key push_keys.old_public_key push_subscriptions.vapid_key search_queue.claim post_bin.energy_days read_next.ids site_state.value spent_proofs.challenge users.blocked_ids`,
  'the origin of the site or of an application': `account_exports.origin notice_mail.site oauth_grants.redirect_uri oauth_grants.resource outbox.site
    push_subscriptions.site
    letter_subscribers.site letter_requests.site letter_imports.site
    reset_requests.site`,
  'encrypted with the secret of the site':
    'letter_subscribers.email letter_requests.email letter_imports.addresses',
  'the id of an author or the key of a tag, and the answer of a mail service': `letter_subscriptions.ref letter_topics.kind
    letter_topics.ref letter_requests.ref letter_imports.kind letter_imports.ref letters.problem`,
  'hosts of other sites with numbers': 'site_readers.hosts post_readers.hosts',
  'never has a row': `linked_hosts.hosts session_checks.at new_check_ins.at
    webhook_events.type webhook_events.at`,
  'tags of public posts': 'post_tags.tag_key tag_follows.tag_key tags.name tags.tag_key',
  'a migration': 'd1_migrations.name',
})

function columnsBy(reasons: Record<string, string>): string[] {
  return Object.values(reasons).flatMap((columns) => columns.split(/\s+/))
}

/** An erasure keeps these texts: public posts and comments, under the name "Deleted user". */
const PUBLIC = columnsBy({
  'posts, series and comments': `posts.title posts.summary posts.body posts.formulas posts.cover_url posts.tags
    posts.canonical_url series.title series.description comments.body`,
})

/** Times, days, hashes, ids, languages and columns with a CHECK on a list of values. */
const PLAIN = /^(?:day|hour|language|sid|since|.*_(?:at|from|on|until|hash|id|since|status|zone))$/

interface Cell {
  place: string
  value: string
}

/** Every text of every table. */
async function dump(db: Database): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const { table, columns } of await textColumns(db)) {
    const rows = await db.all(sql.raw(`SELECT * FROM ${table}`) as SQL<Record<string, unknown>>)
    for (const row of rows)
      for (const column of columns)
        if (typeof row[column] === 'string')
          cells.push({ place: `${table}.${column}`, value: row[column] })
  }
  return cells
}

async function textColumns(db: Database): Promise<{ table: string; columns: string[] }[]> {
  const rows = await db.all(sql<{ table: string; name: string }>`
    SELECT m.name AS "table", c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND m.sql NOT LIKE '%' || c.name || '" IN (%' AND m.sql NOT LIKE '%' || c.name || ' IN (%' AND m.sql NOT LIKE '%VIRTUAL TABLE%' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND m.name NOT LIKE '\\_%' ESCAPE '\\' AND c.type IN ('TEXT', '') AND c.hidden = 0`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([table, columns]) => ({
    table,
    columns: columns.map(({ name }) => name),
  }))
}

/**
 * The columns that keep the user: public content, its figures, decisions, and the history of
 * energy, letters and invitations.
 */
const KEPT =
  `audit_log.actor_id audit_log.subject_id author_stats.user_id comment_mentions.user_id comments.author_id
  energy_log.user_id images.user_id invitation_batches.creator_id invitations.creator_id letters.author_id post_days.author_id
  post_tags.author_id posts.author_id report_cases.subject_id reports.user_id series.user_id user_hidings.user_id`.split(
    /\s+/,
  )

/** The columns with a row of this user. */
async function placesOf(db: Database, uid: number): Promise<string[]> {
  const columns = await db.all(sql<{ table: string; name: string }>`
    SELECT m.name AS "table", c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE '\\_%' ESCAPE '\\' AND c.name IN ('user_id', 'author_id', 'creator_id', 'subject_id',
      'actor_id', 'blocked_id')`)
  const counts = columns.map(({ table, name }) =>
    sql.raw(`SELECT COUNT(*) AS n FROM ${table} WHERE ${name} = ${uid}`),
  )
  const found = await db.batch(counts as SQL<{ n: number }>[])
  return columns
    .flatMap(({ table, name }, at) => (found[at]?.[0]?.n ? `${table}.${name}` : []))
    .sort()
}

const placesWith = (cells: Cell[], word: string) =>
  [
    ...new Set(
      cells.filter(({ value }) => value.toLowerCase().includes(word)).map(({ place }) => place),
    ),
  ].sort()

/** Text of this person in every column that can contain any. `word` is part of all of them. */
async function fill(
  world: World,
  uid: number,
  other: number,
  word: string,
): Promise<{ kept: number; draft: number }> {
  const at = world.now.toISOString()
  const text = (of: string) => `${word} ${of}`
  const json = (key: string) => JSON.stringify({ [key]: word })
  const post = (status: string, title: string, more: SQL = sql`NULL, NULL, NULL`) => sql<{
    id: number
  }>`
    INSERT INTO posts (author_id, status, title, summary, cover_url, tags, created_at, updated_at, published_at, body,
      formulas, import_key, canonical_url, locked_from, reject_reason, lock_reason)
    VALUES (${uid}, ${status}, ${text(title)}, ${text('summary')}, ${`/images/${word}${title}.webp`}, ${`[["${word}","${word}"]]`},
      ${at}, ${at}, ${status === 'draft' ? null : at}, ${text('body')},
      ${json('tex')}, ${text(title)}, ${`https://${word}.example/`}, ${more})
    RETURNING id`
  const made = await world.db.batch([
    post('approved', 'kept'),
    post('draft', 'draft'),
    post('pending', 'pending'),
    post('rejected', 'rejected', sql`NULL, ${word}, NULL`),
    post('locked', 'locked', sql`'approved', NULL, ${word}`),
    post('draft', 'binned'),
  ])
  const [kept = 0, draft = 0, pending = 0, , , binned = 0] = made.map(([row]) => row?.id ?? 0)
  const admin = await world.user({ role: 'owner' })
  await world.db.batch([
    sql`INSERT INTO invitations (id, code, creator_id, uses, created_at, expires_at)
        VALUES (1, 'USED', ${uid}, 2, ${at}, '2999'), (2, 'UNUSED', ${uid}, 2, ${at}, '2999')`,
    sql`INSERT INTO invitation_uses (user_id, invitation_id, inviter_id, created_at) VALUES (${other}, 1, ${uid}, ${at})`,
    sql`UPDATE users SET email = ${`${word}@example.org`}, username = ${word}, username_key = ${word},
      username_look = ${word}, signature = ${word}, fediverse = ${`@${word}@host.example`},
      password_hash = ${word}, avatar_key = ${`${word}avatar`}, status = 'banned', ban_reason = ${word}, ban_ends_at = ${at}, silenced_at = ${at},
      silence_reason = ${word}, silence_ends_at = ${at} WHERE uid = ${uid}`,
    sql`INSERT INTO letters (author_id, due_at, subject, state, created_at) VALUES (${uid}, ${at}, ${word}, 'sent', ${at})`,
    sql`INSERT INTO profile_reviews
          (user_id, username, username_key, username_look, signature, avatar_key, cost, status, reason, created_at, decided_at)
        VALUES (${uid}, ${word}, ${word}, ${word}, ${word}, ${word}, 0, 'rejected', ${word}, ${at}, ${at})`,
    sql`INSERT INTO profile_reviews (user_id, signature, cost, created_at) VALUES (${uid}, ${word}, 0, ${at})`,
    sql`INSERT INTO sessions (sid, user_id, status, ip, user_agent, remark, rotated_at, created_at, last_used_at, expires_at)
        VALUES (${word}, ${uid}, 'active', ${word}, ${word}, ${word}, ${at}, ${at}, ${at}, '2999')`,
    sql`INSERT INTO push_subscriptions (session_id, user_id, endpoint, target, p256dh, auth, categories, site, created_at)
        VALUES (${word}, ${uid}, ${word}, ${word}, ${word}, ${word}, '[]', '', ${at})`,
    sql`INSERT INTO sign_ins (user_id, sid, ip, country, user_agent, language, created_at)
        VALUES (${uid}, ${word}, ${word}, ${word}, ${word}, 'en', ${at})`,
    sql`INSERT INTO user_tokens (token_hash, user_id, kind, email, created_at, expires_at)
        VALUES (${word}, ${uid}, 'reset', ${`${word}@example.org`}, ${at}, '2999')`,
    sql`INSERT INTO reset_requests (email, site, language, created_at) VALUES (${`${word}@example.org`}, '', 'en', ${at})`,
    sql`INSERT INTO access_tokens (token_hash, user_id, name, scope, created_at) VALUES (${word}, ${uid}, ${word}, 'read', ${at})`,
    sql`INSERT INTO user_totp (user_id, secret, key_id, created_at) VALUES (${uid}, ${word}, ${word}, ${at})`,
    sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        VALUES (${uid}, ${word}, ${word}, 0, '[]', ${word}, ${at})`,
    sql`INSERT INTO user_identities (user_id, issuer, subject, label, created_at) VALUES (${uid}, ${word}, ${word}, ${word}, ${at})`,
    sql`INSERT INTO idempotency_keys (user_id, key, request_hash, answer, created_at)
        VALUES (${uid}, ${word}, '', ${json('title')}, ${at})`,
    sql`INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, next_attempt_at, problem, created_at)
        VALUES (${uid}, 'verify', ${`${word}@example.org`}, 'en', '', ${word}, ${word}, ${at}, ${word}, ${at})`,
    sql`INSERT INTO outbox (channel, user_id, kind, target, payload, status, next_attempt_at, created_at)
        VALUES ('push', ${uid}, 'verify', ${word}, ${json('payload')}, 'queued', ${at}, ${at})`,
    sql`INSERT INTO notifications (id, user_id, kind, category, data, once_key, created_at)
        SELECT COALESCE(MAX(id), 0) + 1000, ${uid}, 'NotifySystem', 'system', ${json('reason')}, ${word}, ${at} FROM notifications`,
    sql`INSERT INTO energy_log (user_id, amount, reason, balance_after, note, created_at)
        SELECT uid, 1, 'admin_adjust', energy + 1, ${word}, ${at} FROM users WHERE uid = ${uid}`,
    sql`INSERT INTO invitation_batches (creator_id, note, codes, uses, created_at, expires_at)
        VALUES (${uid}, ${word}, 1, 1, ${at}, ${at})`,
    sql`INSERT INTO user_hidings (user_id, admin_id, reason, state, banned, created_at)
        VALUES (${uid}, ${admin.uid}, ${word}, 'hidden', 0, ${at})`,
    sql`INSERT INTO user_notes (user_id, author_id, text, created_at) VALUES (${uid}, ${admin.uid}, ${word}, ${at})`,
    sql`INSERT INTO folders (user_id, name, created_at) VALUES (${uid}, ${word}, ${at})`,
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
        VALUES (${`${word}draft.webp`}, ${uid}, 'post', 'image/webp', 1, 1, 1, ${at}),
          (${`${word}kept.webp`}, ${uid}, 'post', 'image/webp', 1, 1, 1, ${at})`,
    sql`INSERT INTO post_images (post_id, image_key)
        VALUES (${kept}, ${`${word}kept.webp`}), (${draft}, ${`${word}draft.webp`})`,
    sql`INSERT INTO post_moves (post_id, actor_id, move, to_status, reason, created_at)
        VALUES (${kept}, ${admin.uid}, 'reject', 'rejected', ${word}, ${at})`,
    sql`INSERT INTO post_edits (post_id, version, before, after, created_at)
        VALUES (${kept}, 1, ${json('title')}, ${json('title')}, ${at})`,
    sql`INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
        VALUES (${kept}, 1, ${at}, 'draft', ${word}, ${`["${word}"]`}, ${word}),
          (${draft}, 1, ${at}, 'draft', ${word}, '[]', ${word}), (${binned}, 1, ${at}, 'draft', ${word}, '[]', ${word})`,
    sql`INSERT INTO post_schedules (post_id, author_id, publish_at) VALUES (${draft}, ${uid}, '2999')`,
    sql`INSERT INTO redirects (path, post_id, created_at) VALUES (${`/${word}`}, ${draft}, ${at})`,
    sql`INSERT INTO post_bin (deleted_at, post_id, author_id, energy_days) VALUES (${at}, ${binned}, ${uid}, '[]')`,
    sql`UPDATE posts SET version = version + 1, deleted_at = ${at} WHERE id = ${binned}`,
    sql`INSERT INTO comments (post_id, author_id, body, created_at)
        VALUES (${kept}, ${uid}, ${text('comment')}, ${at}), (${kept}, ${uid}, ${text('regret')}, ${at})`,
    sql`INSERT INTO comment_mentions (comment_id, user_id, name) SELECT MIN(id), ${uid}, ${word} FROM comments WHERE author_id = ${uid}`,
    sql`UPDATE comments SET deleted_at = ${at} WHERE author_id = ${uid} AND body = ${text('regret')}`,
    sql`INSERT INTO report_cases (kind, target_id, subject_id, opened_at) VALUES ('user', ${uid}, ${uid}, ${at})`,
    sql`INSERT INTO report_cases (kind, target_id, subject_id, opened_at) VALUES ('user', ${other}, ${other}, ${at})`,
    sql`INSERT INTO reports (case_id, user_id, reason, text, day, created_at)
        SELECT id, iif(subject_id = ${uid}, ${other}, ${uid}), 'spam', ${word}, '2026-01-01', ${at} FROM report_cases`,
    sql`INSERT INTO report_copies (case_id, subject_id, digest, title, excerpt, created_at, content)
        SELECT id, subject_id, ${word}, ${word}, ${word}, ${at}, ${word} FROM report_cases WHERE subject_id = ${uid}`,
    sql`INSERT INTO report_copy_images (copy_id, image_key) SELECT id, ${word} FROM report_copies`,
    sql`UPDATE report_cases SET decision = 'removed', note = ${word}, decided_by = ${admin.uid}, decided_at = ${at}
        WHERE subject_id = ${uid}`,
    sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, reason, before, after, ip, created_at)
        VALUES (${admin.uid}, 'report.close', 'user', ${String(uid)}, ${uid}, ${word}, ${json('body')}, ${json('title')}, '', ${at}),
          (${admin.uid}, 'profile.approve', 'user', ${String(uid)}, ${uid}, ${word}, ${json('username')}, ${json('signature')}, '', ${at}),
          (${uid}, 'post.pin', 'post', '1', NULL, NULL, NULL, NULL, ${word}, ${at})`,
    sql`INSERT INTO anomalies (address, author_id, likes, energy, since, accounts, posts, found_at)
        VALUES (${word}, ${uid}, 1, 1, ${at}, ${`[1,2,"${word}"]`}, ${`["${word}"]`}, ${at})`,
    sql`INSERT INTO author_sources (author_id, day, hosts) VALUES (${uid}, '2026-01-01', ${json('host')})`,
  ])
  const series = (title: string, posts: number[]) => [
    sql`INSERT INTO series (user_id, title, description, created_at, updated_at) VALUES (${uid}, ${text(title)}, ${word}, ${at}, ${at})`,
    sql`INSERT INTO series_posts (post_id, series_id, position, listed_at)
        SELECT id, (SELECT MAX(id) FROM series), id, iif(status = 'approved', listed_at, NULL) FROM posts
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(posts)}))`,
    sql`UPDATE series SET parts = (SELECT COUNT(listed_at) FROM series_posts WHERE series_id = series.id)`,
  ]
  await world.db.batch([
    ...series('public', [kept, pending]),
    ...series('hidden', [draft]),
    sql`INSERT INTO tag_follows (user_id, tag_key, created_at) VALUES (${uid}, ${word}, ${at})`,
    sql`INSERT INTO user_blocks (user_id, blocked_id, created_at) VALUES (${uid}, ${other}, ${at}), (${other}, ${uid}, ${at})`,
    sql`INSERT INTO notice_mail VALUES (${uid}, 'off', 'off', 'off', 'off', 'at_once', 'off', 'daily', 'en', '', ${at}, ${at})`,
    sql`INSERT INTO account_exports (id, user_id, format, claimed_until, created_at) VALUES ('x', ${uid}, 'zip', ${at}, ${at})`,
    sql`INSERT INTO notices_to_mail (notification_id, user_id) SELECT id, user_id FROM notifications WHERE user_id = ${uid}`,
    sql`INSERT INTO oauth_apps (id, client_id, name, redirect_uris, created_at) VALUES (1, 'x', 'x', '[]', ${at})`,
    sql`INSERT INTO oauth_consents (user_id, app_id, scopes, created_at) VALUES (${uid}, 1, 'openid', ${at})`,
    sql`INSERT INTO oauth_grants (app_id, user_id, code_hash, redirect_uri, code_challenge, scopes, auth_time, created_at, expires_at)
        VALUES (1, ${uid}, '', '', '', '', '', ${at}, ${at})`,
  ])
  return { kept, draft }
}

/**
 * An account with text in every column, its erasure, and what the database has before and after.
 * All tests read this one erasure, because the text fills almost every table.
 */
const test = base.extend('erasure', { scope: 'file' }, async () => {
  const world = new World()
  const [gone, other] = await world.users([{}, {}])
  const word = `q${crypto.randomUUID().slice(0, 8)}`
  const { kept, draft } = await fill(world, gone.uid, other.uid, word)
  await runOnly(['repair the search index'], world.env, world.now)
  const before = {
    main: await dump(world.db),
    search: await dump(world.search),
    places: await placesOf(world.db, gone.uid),
  }
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${gone.uid}`,
  ])
  await runOnly(['erase deleted accounts', 'delete unused images'], world.env, world.now)
  await runOnly(['index changed posts'], world.env, world.now)
  const after = { main: await dump(world.db), places: await placesOf(world.db, gone.uid) }
  return { world, gone, other, word, kept, draft, before, after }
})

test('before the erasure, every column that can name a person names this one', async ({
  erasure: { world, before, word },
}) => {
  // A new column with text is filled above, or explained in WITHOUT_PERSONS.
  const filled = placesWith(before.main, word)
  const all = (await textColumns(world.db)).flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`),
  )
  const unknown = all.filter(
    (place) =>
      !filled.includes(place) &&
      !WITHOUT_PERSONS.includes(place) &&
      !PLAIN.test(place.split('.')[1] ?? ''),
  )
  expect(unknown).toEqual([])
  expect(WITHOUT_PERSONS.filter((place) => !all.includes(place))).toEqual([])
  expect(placesWith(before.search, word)).toEqual([
    'hidden_entries.title',
    'public_texts.body',
    'public_texts.title',
  ])
  expect(before.places).toEqual(expect.arrayContaining([...KEPT, 'unread_counts.user_id']))
})

test('an erasure leaves no text of the person in any table, except public posts and comments', ({
  erasure: { after, word },
}) => {
  const left = placesWith(after.main, word).filter((place) => !PUBLIC.includes(place))
  // The tags, images and addresses of public posts.
  expect(left).toEqual([
    'images.key',
    'post_images.image_key',
    'post_tags.tag_key',
    'tags.name',
    'tags.tag_key',
  ])
})

test('an erasure leaves no row of the account, except public content, its figures, decisions and history', async ({
  erasure: { world, after },
}) => {
  expect(after.places).toEqual(KEPT)
  expect(await world.db.all(sql`SELECT code FROM invitations`)).toEqual([{ code: 'USED' }])
})

test('an erasure ends the ban, the silence and the blocks of the account', async ({
  erasure: { world, gone, other },
}) => {
  expect(await world.reload(gone)).toMatchObject({
    ban_ends_at: null,
    silenced_at: null,
    silence_ends_at: null,
  })
  expect((await world.reload(other)).blocked_ids).toBe('[]')
})

test('an erasure keeps the texts of posts and comments that were public, and no others', async ({
  erasure: { world, gone, word, draft },
}) => {
  const posts = await world.db.all(sql<{ id: number; title: string; body: string }>`
    SELECT id, title, body FROM posts WHERE author_id = ${gone.uid} AND (title || summary || body || tags) LIKE ${`%${word}%`}`)
  expect(posts.map(({ title }) => title)).toEqual([`${word} kept`, `${word} locked`])
  expect(
    await world.db.all(sql`SELECT body FROM comments WHERE author_id = ${gone.uid} ORDER BY id`),
  ).toEqual([{ body: `${word} comment` }, { body: '' }])
  expect(
    await world.search.all(sql`SELECT post_id FROM hidden_entries WHERE post_id = ${draft}`),
  ).toEqual([])
})

test('an erasure keeps only the images of public posts', async ({
  erasure: { world, gone, word },
}) => {
  expect(await world.db.all(sql`SELECT key FROM images WHERE user_id = ${gone.uid}`)).toEqual([
    { key: `${word}kept.webp` },
  ])
})

test('after an erasure, a public post has no name of an author and stays in its series', async ({
  erasure: { world, kept, word },
}) => {
  expect((await world.visitor().get(`/api/posts/${kept}`)).json).toMatchObject({
    author: { username: null },
    series: { title: `${word} public`, part: 1, parts: 1 },
  })
  expect(await world.db.all(sql`SELECT title FROM series`)).toEqual([{ title: `${word} public` }])
})

test('the counters of the site are correct after an erasure', async ({ erasure: { world } }) => {
  expect(await checkInvariants(world.db, world.now, { restart: true })).toMatchObject({
    ok: true,
    failures: {},
  })
})
