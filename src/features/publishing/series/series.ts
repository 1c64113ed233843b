/**
 * Series of posts. `series_posts` has the order of a series. A trigger numbers its posts whenever
 * `series.parts` is assigned, so lists read the number instead of counting. `posts.in_series` is
 * NULL for all other posts, so they cost lists nothing. A change of the order needs the `version`
 * that the author saw. Publishing a part adds a row to `series_news`, and the minute cron tells the
 * followers in batches (community/follows/new-parts.ts).
 */

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Group, group, type Statement } from '#db/client.ts'
import { columns, type RowOf } from '#db/columns.ts'
import { nameTheLimit } from '#db/refusals.ts'
import { type SeriesRow, series } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { levelOf } from '#features/core/people/level.ts'
import { asUserRef, type PublicColumns, UserRefShape } from '#features/core/people/user-ref.ts'
import { requireVoice, type Viewer, type ViewerId } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { currentWords, refuseWordsIn } from '#features/core/site/blocked-words.ts'
import { settingOf } from '#features/core/site/settings.ts'
import {
  asFeedPost,
  FEED_LENGTH,
  type FeedPost,
  feedColumns,
} from '#features/publishing/lists/feed.ts'
import { requireLevel } from '#features/publishing/posts/moves.ts'
import {
  type Columns,
  isPublic,
  PostCardShape,
  PostStatusShape,
} from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, line, problem, text } from '#kernel/fields.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'

export const SERIES_TITLE_MAX = 120
export const SERIES_DESCRIPTION_MAX = 500
/** The trigger series_hundred_posts_at_most enforces the limit. */
export const SERIES_POSTS_MAX = 100
/** The maximum number of series by level. A user of Lv0 cannot create posts or series. */
export const SERIES_MAX: readonly number[] = [0, 10, 20, 50, 100, 200, 200]
export const ADMIN_SERIES_MAX = 500

const texts = {
  title: line({ min: 1, max: SERIES_TITLE_MAX }),
  description: text({ max: SERIES_DESCRIPTION_MAX }),
}
export const NewSeriesInput = z.object({ ...texts, description: texts.description.default('') })
const version = z
  .int()
  .min(1)
  .optional()
  .describe(
    'The `version` of the series that you edited. If the series has changed since then, the request is refused with `edit_conflict`. Without it, the request overwrites newer changes.',
  )
export const SeriesInput = z.object({ ...texts, version }).partial()
export const SeriesOrderInput = z.object({
  ids: z
    .array(z.int().min(1))
    .max(SERIES_POSTS_MAX)
    .superRefine((ids, context) => {
      if (new Set(ids).size < ids.length) context.addIssue(problem('repeated'))
    }),
  version,
})

const shape = {
  id: z.int(),
  title: z.string(),
  description: z.string(),
  parts: z.int().describe('The number of public posts.'),
  followers_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

export const SeriesShape = z
  .object({
    ...shape,
    author: UserRefShape,
    cover_url: z
      .string()
      .nullable()
      .describe('The cover of the first public post that has one. Null if none has a cover.'),
    posts: z.array(PostCardShape).describe('The public posts of the series, in its order.'),
  })
  .meta({ id: 'Series' })

export const StudioSeriesShape = z
  .object({
    ...shape,
    version: z.int(),
    posts_count: z.int().describe('The number of posts in every status.'),
  })
  .meta({ id: 'StudioSeries' })
export type StudioSeries = z.infer<typeof StudioSeriesShape>

const orderedPost = z.object({ id: z.int(), title: z.string(), status: PostStatusShape })
export const SeriesInOrderShape = StudioSeriesShape.extend({ posts: z.array(orderedPost) }).meta({
  id: 'SeriesInOrder',
})
export type SeriesInOrder = z.infer<typeof SeriesInOrderShape>

/** The columns that every response shows as they are stored. */
const SAME = columns(
  series,
  ['id', 'title', 'description', 'parts', 'followers_count', 'created_at', 'updated_at'],
  's',
)

/**
 * A series without its posts. A series without public posts is `not_found`, except for its author
 * and admins.
 */
export function visibleSeriesOf(
  viewer: Viewer | null,
  id: number,
  language: Language,
): Group<SeriesHead> {
  const row = sql<RowOf<typeof SAME> & PublicColumns>`
    SELECT ${SAME}, u.uid, u.username, u.avatar_key, u.exp, u.status FROM series s CROSS JOIN users u ON u.uid = s.user_id
    WHERE s.id = ${id} AND (s.parts > 0 OR s.user_id = ${viewer?.uid ?? 0} OR ${isAdmin(viewer) ? 1 : 0})`
  return group({ row: found(row) }, ({ row }) => ({
    ...SAME.pick(row),
    author: asUserRef(row, language),
  }))
}

/** A series without its posts. */
export type SeriesHead = Omit<z.infer<typeof SeriesShape>, 'cover_url' | 'posts'>

/** The public posts of a series, in their order. */
export function partsOf<Row>(columns: Columns<Row>, id: number): Statement<Row> {
  return sql`
    SELECT ${columns} FROM series_posts m INDEXED BY series_posts_in_order
      CROSS JOIN posts p ON p.id = m.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE m.series_id = ${id} AND ${isPublic} ORDER BY m.position`
}

/** The cover of the first of these posts that has one; null if it is not a safe address. */
export function coverOf(posts: readonly { cover_url: string | null }[]): string | null {
  const cover = posts.find(({ cover_url }) => cover_url !== null)?.cover_url ?? null
  return cover && safeImageSource(cover)
}

/**
 * The newest posts of a series and the series itself, for its feed. The cached feed is the same for
 * every reader, so a series without public posts is `not_found` even for its author.
 */
export function seriesFeed(
  id: number,
  language: Language,
): Group<{ series: SeriesHead; posts: FeedPost[] }> {
  const rows = sql`
    SELECT ${feedColumns} FROM series_posts m INDEXED BY series_posts_new
      CROSS JOIN posts p ON p.id = m.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE m.series_id = ${id} AND m.listed_at IS NOT NULL
    ORDER BY m.listed_at DESC, m.post_id DESC LIMIT ${FEED_LENGTH}` as typeof feedColumns
  return group({ series: visibleSeriesOf(null, id, language), rows }, ({ series, rows }) => ({
    series,
    posts: rows.map((row) => asFeedPost(row, language)),
  }))
}

const studioSeries = (condition: SQL): Statement<StudioSeries> => sql`
  SELECT ${SAME}, s.version, (SELECT COUNT(*) FROM series_posts WHERE series_id = s.id) AS posts_count FROM series s WHERE ${condition}
  ORDER BY s.updated_at DESC, s.id DESC`

export function ownSeriesOf({ uid }: ViewerId): Statement<StudioSeries> {
  return studioSeries(sql`s.user_id = ${uid}`)
}

export function seriesChoices({ uid }: ViewerId): Statement<Pick<SeriesRow, 'id' | 'title'>> {
  return sql`SELECT id, title FROM series WHERE user_id = ${uid} ORDER BY updated_at DESC, id DESC`
}

/**
 * A series of the viewer with its posts in every status. A series of another user is `not_found`.
 */
export function seriesInOrder({ uid }: ViewerId, id: number): Group<SeriesInOrder> {
  const posts = sql<z.infer<typeof orderedPost>>`
    SELECT p.id, p.title, p.status FROM series_posts m INDEXED BY series_posts_in_order CROSS JOIN posts p ON p.id = m.post_id
    WHERE m.series_id = ${id} ORDER BY m.position`
  const own = { row: found(studioSeries(sql`s.id = ${id} AND s.user_id = ${uid}`)), posts }
  return group(own, ({ row, posts }) => ({ ...row, posts }))
}

const CHOICES_MAX = 100

/** The viewer's own posts that can be added to a series, the last changed first. */
export function postsWithoutSeries({ uid }: ViewerId): Statement<{ id: number; title: string }> {
  const newest = POST_STATUSES.map(
    (status) => sql`SELECT * FROM (
      SELECT id, title, updated_at FROM posts p INDEXED BY posts_in_studio_by_status
      WHERE author_id = ${uid} AND status = ${status} AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM series_posts WHERE post_id = p.id)
      ORDER BY updated_at DESC, id DESC LIMIT ${CHOICES_MAX})`,
  )
  return sql`SELECT id, title FROM (${sql.join(newest, sql` UNION ALL `)}) ORDER BY updated_at DESC, id DESC LIMIT ${CHOICES_MAX}`
}

type NewSeries = z.output<typeof NewSeriesInput>

/**
 * Creates a series. The insert itself counts the series of the viewer, so concurrent requests
 * cannot exceed the quota together.
 */
export async function createSeries(
  db: Database,
  viewer: Viewer,
  input: NewSeries,
  now: Date,
): Promise<StudioSeries> {
  requireLevel(viewer)
  await requirePublicText(db, viewer, input, now)
  const allowed =
    viewer.role === 'user'
      ? (SERIES_MAX[levelOf(viewer.exp)] ?? ADMIN_SERIES_MAX)
      : ADMIN_SERIES_MAX
  const at = now.toISOString()
  const [, [row]] = await db.batch([
    sql`
      INSERT INTO series (user_id, title, description, created_at, updated_at)
      SELECT ${viewer.uid}, ${input.title}, ${input.description}, ${at}, ${at}
      WHERE (SELECT COUNT(*) FROM series WHERE user_id = ${viewer.uid}) < ${allowed}`,
    studioSeries(sql`changes() > 0 AND s.id = last_insert_rowid()`),
  ])
  if (row) return row
  const amounts = { what: 'series', used: allowed, allowed }
  throw new AppError('quota_exceeded', {
    message: (language) => messages[language].full(allowed),
    extra: amounts,
  })
}

const messages = bilingual({
  full: [
    (max: number) => `最多可以有 ${max} 个系列。删除一个系列不会删除其中的文章。`,
    (max: number) => `You can have at most ${max} series. Deleting a series keeps its posts.`,
  ],
})

/**
 * Title and description are public without review. So the author needs a verified address if the
 * site requires one, must not be silenced, and must not use a word of the list.
 */
async function requirePublicText(
  db: Database,
  viewer: Viewer,
  input: Pick<z.output<typeof SeriesInput>, keyof typeof texts>,
  now: Date,
): Promise<void> {
  requireVoice(viewer, now)
  const { words, verifiedOnly } = await db.read({
    words: currentWords(now),
    verifiedOnly: settingOf('email.verification_required'),
  })
  requireVerifiedEmail(viewer, verifiedOnly)
  if (isAdmin(viewer)) return
  for (const field of ['title', 'description'] as const)
    refuseWordsIn(input[field] ?? '', words, field)
}

/** Changes title and description. The trigger series_edit_conflict refuses an outdated version. */
export async function editSeries(
  db: Database,
  viewer: Viewer,
  id: number,
  { version, ...input }: z.output<typeof SeriesInput>,
  now: Date,
): Promise<SeriesInOrder> {
  await requirePublicText(db, viewer, input, now)
  await db.read(seriesInOrder(viewer, id))
  const { title = null, description = null } = input
  await db.batch([
    sql`UPDATE series SET ${nextVersion(version, now)}, title = COALESCE(${title}, title),
          description = COALESCE(${description}, description)
        WHERE id = ${id} AND user_id = ${viewer.uid}`,
  ])
  return db.read(seriesInOrder(viewer, id))
}

function nextVersion(version: number | undefined, now: Date): SQL {
  return sql`version = ${version ?? sql`version`} + 1, updated_at = ${now.toISOString()}`
}

/**
 * Sets the posts of a series and their order. The triggers series_posts_mark_* mark the posts as
 * parts of a series. The triggers series_posts_are_news and posts_are_news_of_series plan the
 * notices to followers. The triggers series_posts_are_own_and_in_one_series and
 * series_edit_conflict refuse posts of others and an outdated version.
 */
export async function orderSeries(
  db: Database,
  viewer: Viewer,
  id: number,
  { ids, version }: z.output<typeof SeriesOrderInput>,
  now: Date,
): Promise<SeriesInOrder> {
  await db.read(seriesInOrder(viewer, id))
  const listed = sql`json_each(${JSON.stringify(ids)})`
  const order = db.batch([
    // First, so that a request with an outdated version is refused as such.
    sql`UPDATE series SET ${nextVersion(version, now)} WHERE id = ${id}`,
    sql`DELETE FROM series_posts WHERE series_id = ${id} AND post_id NOT IN (SELECT value FROM ${listed})`,
    sql`
      INSERT INTO series_posts (post_id, series_id, position, listed_at)
      SELECT j.value, ${id}, j.key, ${LISTED} FROM ${listed} j LEFT JOIN posts p ON p.id = j.value WHERE TRUE
      ON CONFLICT (post_id) DO UPDATE SET position = excluded.position WHERE position <> excluded.position`,
    countParts(id),
  ])
  await order.catch(nameSeriesField('ids'))
  return db.read(seriesInOrder(viewer, id))
}

const LISTED = sql`iif(${isPublic}, p.listed_at, NULL)`

/**
 * Updates the number of public posts of a series. The trigger series_number_parts then numbers its
 * posts. The trigger posts_in_series does the same after a move of a post.
 */
export function countParts(id: number): Statement {
  return sql`
    UPDATE series SET parts = (SELECT COUNT(listed_at) FROM series_posts WHERE series_id = ${id}) WHERE id = ${id}`
}

/**
 * For the batch that saves a post: takes the post out of the series `from` and puts it at the end
 * of the series `to`.
 */
export function moveToSeries(
  postId: number | SQL,
  from: number | null,
  to: number | null,
  now: Date,
): Statement[] {
  if (from === to) return []
  const change = (id: number) =>
    sql`UPDATE series SET ${nextVersion(undefined, now)} WHERE id = ${id}`
  return [
    ...(from === null
      ? []
      : [
          sql`DELETE FROM series_posts WHERE post_id = ${postId} AND series_id = ${from}`,
          change(from),
          countParts(from),
        ]),
    ...(to === null
      ? []
      : [
          change(to),
          sql`
            INSERT INTO series_posts (post_id, series_id, position, listed_at)
            SELECT p.id, ${to}, (SELECT COALESCE(MAX(position) + 1, 0) FROM series_posts WHERE series_id = ${to}), ${LISTED}
            FROM posts p WHERE p.id = ${postId}`,
          countParts(to),
        ]),
  ]
}

/**
 * For `catch`: names the field if a trigger refuses a series of another author, a post of another
 * author or a full series.
 */
export function nameSeriesField(field: 'ids' | 'series_id'): (error: unknown) => never {
  const nameLimit = nameTheLimit(field, 'too_many', SERIES_POSTS_MAX)
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'forbidden') return nameLimit(error)
    throw new AppError('validation_failed', { fields: { [field]: fieldProblem('not_own') } })
  }
}

/**
 * For admins: replaces the title and removes the description. The posts and their order stay, and
 * the author can write new texts.
 */
export async function removeSeriesTexts(
  db: Database,
  admin: AuditActor,
  id: number,
  now: Date,
): Promise<void> {
  const { user_id, title, description } = await db.read(
    found(sql<SeriesRow>`SELECT * FROM series WHERE id = ${id}`),
  )
  const before = { title, body: description }
  await db.batch([
    auditEntry(
      admin,
      { action: 'series.clear', target: ['user', user_id], subject: user_id, before },
      now,
    ),
    sql`UPDATE series SET ${nextVersion(undefined, now)}, title = ${`#${id}`}, description = '' WHERE id = ${id}`,
    ...(user_id === admin.uid
      ? []
      : [
          systemNotice(
            { to: user_id, by: admin.uid, about: { event: 'series_cleared', title } },
            now,
          ),
        ]),
  ])
}

/** Deletes a series of the viewer. Its posts stay. The database deletes the follows. */
export async function deleteSeries(db: Database, viewer: ViewerId, id: number): Promise<void> {
  await db.read(seriesInOrder(viewer, id))
  await db.batch([
    sql`DELETE FROM series_posts WHERE series_id = ${id}`,
    sql`DELETE FROM series WHERE id = ${id} AND user_id = ${viewer.uid}`,
  ])
}
