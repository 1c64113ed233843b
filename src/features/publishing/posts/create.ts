import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { type Database, last, type Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import { levelOf } from '#features/core/people/level.ts'
import { requireVoice, type Viewer } from '#features/core/people/viewer.ts'
import {
  firstTime,
  type Retry,
  storedResponse,
  storeResponse,
} from '#features/core/site/idempotency.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { bytesOf, withinQuota } from '#features/core/storage/quotas.ts'
import { hostsInPost, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import {
  type AuthorRules,
  authorRules,
  needsReview,
  requireFewLinksIn,
} from '#features/publishing/content-rules/needs-review.ts'
import { chooseLetter, withoutLetter } from '#features/publishing/letters/without-letter.ts'
import { firstRank } from '#features/publishing/lists/hot-rank.ts'
import { aiLabelOf, storedAiLabel } from '#features/publishing/posts/ai.ts'
import {
  type Content,
  contentOf,
  editedContent,
  imageKeysIn,
  PostInput,
  type RawContent,
  requireComplete,
  requireEarlier,
  type StoredBody,
} from '#features/publishing/posts/content.ts'
import {
  freeImportKey,
  giveImportKey,
  ImportKeyInput,
  importedPost,
} from '#features/publishing/posts/import-key.ts'
import { moveEntry, type PostForAuthor, postForAuthorOf } from '#features/publishing/posts/moves.ts'
import {
  type FullRow,
  fullColumns,
  ownPost,
  postById,
  seriesOf,
} from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import {
  packedRevision,
  storeRevision,
  storesVersion,
  unlinkImages,
} from '#features/publishing/revisions/revision-rows.ts'
import { HoldInput, holdPost } from '#features/publishing/schedule/hold.ts'
import {
  forgetPlan,
  type PublishAt,
  PublishAtInput,
  requireValidTime,
  schedule,
  scheduleChange,
} from '#features/publishing/schedule/schedule.ts'
import { moveToSeries, nameSeriesField } from '#features/publishing/series/series.ts'
import { requireKnownTags } from '#features/publishing/tags/creation.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'

interface Creation {
  isDraft: boolean
  /** Null for a post without an import key. In an edit, undefined keeps the key. */
  importKey?: string | null | undefined
  publishAt?: PublishAt
  /** Seconds in which the author can undo the publication. */
  hold?: number | undefined
  /** False: no letter contains the post. Undefined keeps the choice. */
  letter?: boolean | undefined
  seriesId?: number | null | undefined
  retry: Retry | null
  ownHost: string
}

/**
 * Creates a draft, or a public post if the author wants this and the post needs no review. A
 * scheduled post is a draft until its time. If the author already has a post with the import key,
 * it is returned unchanged. A repeated request returns the post of the first one.
 */
export async function createPost(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  raw: RawContent,
  {
    isDraft,
    importKey = null,
    publishAt,
    hold = 0,
    letter,
    seriesId = null,
    retry,
    ownHost,
  }: Creation,
  now: Date,
): Promise<Created> {
  const wantsPublic = !isDraft && !publishAt
  const { before, verifiedOnly, rules } = await db.read({
    before: storedResponse<StoredResponse>(retry, now),
    verifiedOnly: settingOf('email.verification_required'),
    rules: wantsPublic ? authorRules(viewer, now) : null,
    known: requireKnownTags(viewer, raw.tags),
  })
  if (levelOf(viewer.exp) === 0) throw new AppError('level_too_low')
  requireVerifiedEmail(viewer, verifiedOnly)
  const again = async ({ post }: StoredResponse) => ({
    post: await ownPost(db, viewer, post),
    isNew: true,
  })
  if (before !== null) return again(before)
  const content = await contentOf(compute, raw)
  requireEarlier(content, null, now)
  if (publishAt) requireValidTime(publishAt, now)
  if (!isDraft || publishAt) await requireComplete(compute, content)
  const status = rules === null ? 'draft' : await firstStatus(compute, rules, content, ownHost)
  if (status === 'approved' || publishAt) requireVoice(viewer, now)
  const create = () =>
    insertUnlessImported(
      db,
      viewer,
      content,
      { status, importKey, publishAt, hold, letter, seriesId, retry },
      now,
    )
  return firstTime(db, retry, now, create, again)
}

/** The response to a request that may be repeated: the id of the created post. */
interface StoredResponse {
  post: number
}

/**
 * The status of a post that its author wants to be public. If it needs review, it is a draft until
 * the author submits it.
 */
async function firstStatus(
  compute: Compute,
  rules: AuthorRules,
  content: Content,
  ownHost: string,
): Promise<'draft' | 'approved'> {
  if (await needsReview(compute, rules, { ...content, tags: JSON.stringify(content.tags) }))
    return 'draft'
  requireFewLinksIn(content.body, rules.linksMax, ownHost)
  return 'approved'
}

interface Created {
  post: FullRow
  /** False if the post existed before, or if a concurrent request has created it. */
  isNew: boolean
}

interface Insertion {
  /** The status after the hold. */
  status: 'draft' | 'approved'
  importKey: string | null
  publishAt: PublishAt | undefined
  hold: number
  letter: boolean | undefined
  seriesId: number | null
  retry: Retry | null
}

/**
 * The unique index admits one of several concurrent requests with one import key. The others return
 * its post.
 */
async function insertUnlessImported(
  db: Database,
  viewer: Viewer,
  content: Content,
  how: Insertion,
  now: Date,
): Promise<Created> {
  try {
    return { post: await insertPost(db, viewer, content, how, now), isNew: true }
  } catch (error) {
    if (!(error instanceof AppError) || how.importKey === null) throw error
    const post = await importedPost(db, viewer, how.importKey)
    if (post === null) throw error
    return { post, isNew: false }
  }
}

async function insertPost(
  db: Database,
  viewer: Viewer,
  content: Content,
  how: Insertion,
  now: Date,
): Promise<FullRow> {
  const { uid } = viewer
  const { importKey, publishAt, hold, letter, seriesId, retry } = how
  const isHeld = how.status === 'approved' && hold > 0
  const status = isHeld ? 'draft' : how.status
  // last_insert_rowid() stays the post's id up to the last statement: triggers and tables without
  // rowid do not change it, and the rows of a schedule and of a series have the id of their post.
  const hosts = how.status === 'approved' ? hostsInPost(content) : []
  const added = {
    posts: 1,
    drafts: status === 'draft' ? 1 : 0,
    text_bytes: bytesOf(content.body),
  }
  const insert = withinQuota(db, viewer, added, (quota) =>
    withHostCheck(db, hosts, (check) =>
      db.batch([
        ...check,
        ...(importKey === null ? [] : [freeImportKey(uid, importKey, now)]),
        postRow(uid, content, { status, importKey }, now),
        ...schedule(sql`last_insert_rowid()`, uid, publishAt),
        ...(isHeld ? holdPost(sql`last_insert_rowid()`, uid, hold, now) : []),
        ...(letter === false ? [withoutLetter(sql`last_insert_rowid()`)] : []),
        linkImages(sql`last_insert_rowid()`, content.imageKeys),
        ...moveToSeries(sql`last_insert_rowid()`, null, seriesId, now),
        ...storeResponse(retry, sql`json_object('post', last_insert_rowid())`, now),
        ...quota,
        postById(fullColumns, sql`last_insert_rowid()`),
      ]),
    ),
  )
  const [post] = last(await insert.catch(nameSeriesField('series_id')))
  if (!post) throw new AppError('internal')
  return post
}

function postRow(
  uid: number,
  content: Content,
  { status, importKey }: Pick<Insertion, 'status' | 'importKey'>,
  now: Date,
): Statement {
  const at = now.toISOString()
  return sql`
    INSERT INTO posts (id, author_id, status, title, summary, summary_is_own, cover_url, tags, reading_minutes, body,
      created_at, updated_at, published_at, hot, import_key, canonical_url, first_published_at, formulas, ai_made)
    VALUES (${nextId('posts')}, ${uid}, ${status}, ${content.title}, ${content.summary}, ${content.summaryIsOwn ? 1 : 0}, ${content.coverUrl},
      ${JSON.stringify(content.tags)}, ${content.readingMinutes}, ${content.body},
      ${at}, ${at}, ${status === 'approved' ? at : null}, ${status === 'approved' ? firstRank(now) : 0},
      ${importKey}, ${content.canonicalUrl}, ${content.firstPublishedAt}, ${content.formulas}, ${storedAiLabel(content.ai)})`
}

export function linkImages(postId: Statement, imageKeys: string[]): Statement {
  return sql`
    INSERT INTO post_images (post_id, image_key)
    SELECT ${postId}, value FROM json_each(${JSON.stringify(imageKeys)}) WHERE TRUE
    ON CONFLICT DO UPDATE SET shown = 1 WHERE shown = 0`
}

/**
 * An edit of a post. A change of only the import key, the series or the letter is not an edit of
 * the content.
 */
interface Edit extends Omit<Creation, 'isDraft' | 'retry' | 'hold'> {
  changes: Partial<RawContent>
  /** The version that the author edited. */
  version?: number | undefined
  /** Stores the current content as a revision in any case. */
  forcesRevision?: boolean
}

/**
 * An edit of a rejected post makes it a draft again; drafts and approved posts keep their status.
 * An edit of an approved post that needs review is stored with the content before and after it, for
 * the admins. The rules for links apply to approved posts.
 */
export async function editPost(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number,
  edit: Edit,
  now: Date,
): Promise<FullRow> {
  const loaded = await db.read(postForAuthorOf(viewer, id, now))
  return editLoaded(db, compute, viewer, loaded, edit, now)
}

/** The same for a post that is loaded already. */
export async function editLoaded(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  { post, rules, verifiedOnly }: PostForAuthor,
  {
    changes,
    importKey,
    publishAt,
    letter,
    seriesId,
    version,
    forcesRevision = false,
    ownHost,
  }: Edit,
  now: Date,
): Promise<FullRow> {
  const { id } = post
  requireVerifiedEmail(viewer, verifiedOnly)
  const status = nextStatus(post, 'edit', false)
  if (status === null) throw new AppError('post_not_editable')
  if (status === 'approved' || publishAt) requireVoice(viewer, now)
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
  const before = rawContentOf(post)
  const content = await editedContent(compute, before, storedBodyOf(post), changes)
  requireEarlier(content, post.published_at, now)
  const added = tagsAddedTo(before.tags, content.tags)
  if (added.length > 0) await db.read({ known: requireKnownTags(viewer, added) })
  const newTime = scheduleChange(post, publishAt, now)
  const isChanged = !isSame(content, post)
  const oldSeries = seriesOf(post)?.id ?? null
  const beside = [
    ...(importKey === undefined ? [] : giveImportKey(post, importKey, now)),
    ...(seriesId === undefined ? [] : moveToSeries(id, oldSeries, seriesId, now)),
    ...chooseLetter(post, letter),
  ]
  if (!isChanged && newTime === undefined && status === post.status) {
    if (beside.length === 0) return post
    const [same] = await db
      .lastOf([...beside, postById(fullColumns, id)])
      .catch(nameSeriesField('series_id'))
    return same ?? post
  }
  const isPublic = status === 'approved'
  if (isPublic || newTime) await requireComplete(compute, content)
  if (isPublic) requireFewLinksIn(content.body, rules.linksMax, ownHost)
  const storesRevision = isChanged && (forcesRevision || storesVersion(post, now))
  const recordsEdit =
    isPublic &&
    (await needsReview(compute, rules, { ...content, tags: JSON.stringify(content.tags) }))
  const revision = storesRevision ? await packedRevision(before, compute) : null
  const stored = {
    revisions: revision === null ? 0 : 1,
    text_bytes: bytesOf(content.body) - bytesOf(post.body) + (revision?.length ?? 0),
  }
  const save = withinQuota(db, viewer, stored, (quota) =>
    withHostCheck(db, isPublic ? hostsInPost(content) : [], (check) =>
      db.batch([
        ...check,
        updateContent(post, content, status, recordsEdit, now),
        ...beside,
        ...(revision === null
          ? []
          : [storeRevision(post, revision, imageKeysIn(before.body, before.coverUrl))]),
        ...unlinkImages(id, content.imageKeys),
        linkImages(sql`${id}`, content.imageKeys),
        // If an admin has approved the content, a new time needs no new approval.
        ...schedule(
          id,
          viewer.uid,
          newTime,
          post.review_passed === 1 && !isChanged ? post.version + 1 : null,
        ),
        ...(newTime === undefined ? [] : forgetPlan(post)),
        ...(recordsEdit ? [storeEdit(post, content, now)] : []),
        ...(status === post.status
          ? []
          : [
              moveEntry(
                { postId: id, actor: viewer.uid, move: 'edit', from: post.status, to: status },
                now,
              ),
            ]),
        ...quota,
        postById(fullColumns, id),
      ]),
    ),
  )
  const [edited] = last(await save.catch(nameSeriesField('series_id')))
  if (!edited) throw new AppError('internal')
  return edited
}

/**
 * An edit without changes is not stored, and admins do not review it. It still makes a rejected
 * post a draft.
 */
function isSame(content: Content, post: FullRow): boolean {
  const { title, body, summary, summaryIsOwn, coverUrl, tags, canonicalUrl, firstPublishedAt, ai } =
    content
  return (
    title === post.title &&
    body === post.body &&
    summary === post.summary &&
    summaryIsOwn === Boolean(post.summary_is_own) &&
    coverUrl === post.cover_url &&
    JSON.stringify(tags) === post.tags &&
    canonicalUrl === post.canonical_url &&
    firstPublishedAt === post.first_published_at &&
    ai === aiLabelOf(post.ai_made)
  )
}

function tagsAddedTo(before: readonly Tag[], after: readonly Tag[]): Tag[] {
  return after.filter(([key]) => !before.some(([old]) => old === key))
}

function storedBodyOf(post: FullRow): StoredBody {
  return {
    html: post.body,
    beginning: post.summary_is_own ? null : post.summary,
    readingMinutes: post.reading_minutes,
    formulas: post.formulas,
  }
}

export function rawContentOf(post: FullRow): RawContent {
  return {
    title: post.title,
    body: post.body,
    summary: post.summary_is_own ? post.summary : null,
    coverUrl: post.cover_url,
    tags: JSON.parse(post.tags) as Tag[],
    ...(post.canonical_url !== null && { canonicalUrl: post.canonical_url }),
    ...(post.first_published_at !== null && { firstPublishedAt: post.first_published_at }),
    ...(post.ai_made !== null && { ai: aiLabelOf(post.ai_made) }),
  }
}

/**
 * The trigger posts_version_conflict refuses the update if another request has changed the version.
 */
function updateContent(
  post: FullRow,
  content: Content,
  status: string,
  recordsEdit: boolean,
  now: Date,
): Statement {
  const at = now.toISOString()
  // Assigning the status rewrites every index of public posts, and assigning title or summary
  // rewrites those by language. So assign them only if they changed.
  const statusIfNew = status === post.status ? sql`` : sql`status = ${status},`
  const titleIfNew = content.title === post.title ? sql`` : sql`title = ${content.title},`
  const summaryIfNew = content.summary === post.summary ? sql`` : sql`summary = ${content.summary},`
  const isNewDate = content.firstPublishedAt !== post.first_published_at
  const dateIfNew = isNewDate ? sql`first_published_at = ${content.firstPublishedAt},` : sql``
  return sql`
    UPDATE posts
    SET version = ${post.version + 1}, ${statusIfNew} ${titleIfNew} ${summaryIfNew} body = ${content.body},
      summary_is_own = ${content.summaryIsOwn ? 1 : 0}, cover_url = ${content.coverUrl}, canonical_url = ${content.canonicalUrl},
      ${dateIfNew} formulas = ${content.formulas}, ai_made = ${storedAiLabel(content.ai)},
      tags = ${JSON.stringify(content.tags)}, reading_minutes = ${content.readingMinutes}, updated_at = ${at},
      edited_at = ${post.published_at === null ? post.edited_at : at},
      edit_unseen_since = ${recordsEdit ? (post.edit_unseen_since ?? at) : post.edit_unseen_since}
    WHERE id = ${post.id}`
}

function storeEdit(post: FullRow, content: Content, now: Date): Statement {
  const { title, body, summary, coverUrl, tags, canonicalUrl, firstPublishedAt } = content
  return sql`
    INSERT INTO post_edits (post_id, version, before, after, created_at)
    VALUES (${post.id}, ${post.version + 1}, ${JSON.stringify(rawContentOf(post))},
      ${JSON.stringify({ title, body, summary, coverUrl, tags, canonicalUrl, firstPublishedAt })}, ${now.toISOString()})`
}

const SeriesIdInput = z
  .int()
  .min(1)
  .nullable()
  .optional()
  .describe(
    'The id of one of your series. The post becomes its last part. Null removes the post from its series. If the field is missing, nothing changes.',
  )

const LetterInput = z
  .boolean()
  .optional()
  .describe(
    'False: no letter to subscribers contains the post. It has no effect after the first publication. If the field is missing, nothing changes.',
  )

/** Only this input has `draft`. */
export const CreatePostInput = PostInput.extend({
  title: PostInput.shape.title.optional(),
  body: PostInput.shape.body.optional(),
  draft: z.boolean().optional(),
  import_key: ImportKeyInput,
  publish_at: PublishAtInput,
  hold: HoldInput,
  letter: LetterInput,
  series_id: SeriesIdInput,
})

/** Any of the same fields; `version` is the version that the author edited. */
export const EditPostInput = PostInput.partial().extend({
  version: z.int().min(1).optional(),
  import_key: ImportKeyInput,
  publish_at: PublishAtInput,
  letter: LetterInput,
  series_id: SeriesIdInput,
})

export const SubmitPostInput = z.object({
  publish_at: PublishAtInput,
  hold: HoldInput,
  letter: LetterInput,
})

export function rawContentFrom(input: z.output<typeof CreatePostInput>): RawContent {
  return {
    title: input.title ?? '',
    body: input.body ?? '',
    summary: input.summary ?? null,
    coverUrl: input.cover_url ?? null,
    tags: input.tags ?? [],
    canonicalUrl: input.canonical_url ?? null,
    firstPublishedAt: input.first_published_at ?? null,
    ai: input.ai ?? 'none',
  }
}

export function changesFrom(input: z.output<typeof EditPostInput>): Partial<RawContent> {
  const { title, body, summary, cover_url: coverUrl, tags, ai } = input
  const { canonical_url: canonicalUrl, first_published_at: firstPublishedAt } = input
  const fields = { title, body, summary, coverUrl, tags, canonicalUrl, firstPublishedAt, ai }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
