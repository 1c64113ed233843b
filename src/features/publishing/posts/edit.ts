import { sql } from 'drizzle-orm'
import { type Database, last, type Statement } from '#db/client.ts'
import { requireVerifiedEmail } from '#features/accounts/accounts/email.ts'
import { requireVoice } from '#features/core/people/silence.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { hostsInPost, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { needsReview } from '#features/publishing/content-rules/needs-review.ts'
import { requireFewLinks } from '#features/publishing/content-rules/newcomers.ts'
import { type Content, contentOf, type RawContent, requireComplete } from '#features/publishing/posts/content.ts'
import { linkImages } from '#features/publishing/posts/create.ts'
import { type PostForAuthor, postForAuthor } from '#features/publishing/posts/for-author.ts'
import { giveImportKey } from '#features/publishing/posts/import-key.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { isSameEditingSession, storeRevision, unlinkImages } from '#features/publishing/revisions/revision-rows.ts'
import { type PublishAt, schedule, scheduleChange } from '#features/publishing/schedule/schedule.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { linkHosts } from '#kernel/html/links.ts'

interface Edit {
  changes: Partial<RawContent>
  /** Not part of the content: a change of only the key is not an edit. */
  importKey?: string | null | undefined
  publishAt?: PublishAt
  /** The version that the author edited. */
  version?: number | undefined
  /** Stores the current content as a revision, even within an editing session. */
  forcesRevision?: boolean
  ownHost: string
}

/**
 * An edit of a rejected post makes it a draft again; drafts and approved posts keep their status. An edit of an approved
 * post that needs review is stored with the content before and after it, for the admins. The rules for links apply to approved
 * posts.
 */
export async function editPost(db: Database, viewer: Viewer, id: number, edit: Edit, now: Date): Promise<FullRow> {
  return editLoaded(db, viewer, await postForAuthor(db, viewer, id, now), edit, now)
}

export async function editLoaded(
  db: Database,
  viewer: Viewer,
  { post, rules, verifiedOnly }: PostForAuthor,
  { changes, importKey, publishAt, version, forcesRevision = false, ownHost }: Edit,
  now: Date,
): Promise<FullRow> {
  const { id } = post
  requireVerifiedEmail(viewer, verifiedOnly)
  const status = nextStatus(post, 'edit', false)
  if (status === null) throw new AppError('post_not_editable')
  if (status === 'approved' || publishAt) requireVoice(viewer, now)
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
  const before = rawContentOf(post)
  const content = contentOf({ ...before, ...changes })
  const stored = contentOf(before)
  const newTime = scheduleChange(post, publishAt, now)
  const isChanged = !isSame(content, stored)
  const keyChange = importKey === undefined ? [] : giveImportKey(post, importKey, now)
  if (!isChanged && newTime === undefined && status === post.status) {
    if (keyChange.length > 0) await db.batch(keyChange)
    return post
  }
  const isPublic = status === 'approved'
  if (isPublic || newTime) requireComplete(content)
  if (isPublic) requireFewLinks(rules.linksMax, linkHosts(content.body), ownHost)
  const storesRevision = isChanged && (forcesRevision || !isSameEditingSession(post, now))
  const recordsEdit = isPublic && needsReview(rules, { ...content, tags: JSON.stringify(content.tags) })
  const revision = storesRevision ? [await storeRevision(post, before, stored.imageKeys)] : []
  const results = await withHostCheck(db, isPublic ? hostsInPost(content) : [], (check) =>
    db.batch([
      ...check,
      updateContent(post, content, status, recordsEdit, now),
      ...keyChange,
      ...revision,
      unlinkImages(id, content.imageKeys),
      linkImages(sql`${id}`, content.imageKeys),
      ...schedule(id, viewer.uid, newTime),
      ...(recordsEdit ? [storeEdit(post, content, now)] : []),
      ...(status === post.status
        ? []
        : [moveEntry({ postId: id, actor: viewer.uid, move: 'edit', from: post.status, to: status }, now)]),
      postById(fullColumns, id),
    ]),
  )
  const [edited] = last(results)
  if (!edited) throw new AppError('internal')
  return edited
}

/** An edit without changes is not stored, and admins do not review it. It still makes a rejected post a draft. */
function isSame(one: Content, other: Content): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function rawContentOf(post: FullRow): RawContent {
  return {
    title: post.title,
    body: post.body,
    summary: post.summary_is_own ? post.summary : null,
    coverUrl: post.cover_url,
    tags: JSON.parse(post.tags) as Tag[],
    ...(post.canonical_url !== null && { canonicalUrl: post.canonical_url }),
  }
}

/** The trigger posts_version_conflict refuses the update if another request has changed the version. */
function updateContent(post: FullRow, content: Content, status: string, recordsEdit: boolean, now: Date): Statement {
  const at = now.toISOString()
  // Assigning the status rewrites every index of public posts, and assigning title or summary rewrites those by language. So
  // assign them only if they changed.
  const statusIfNew = status === post.status ? sql`` : sql`status = ${status},`
  const titleIfNew = content.title === post.title ? sql`` : sql`title = ${content.title},`
  const summaryIfNew = content.summary === post.summary ? sql`` : sql`summary = ${content.summary},`
  return sql`
    UPDATE posts
    SET version = ${post.version + 1}, ${statusIfNew} ${titleIfNew} ${summaryIfNew} body = ${content.body},
      summary_is_own = ${content.summaryIsOwn ? 1 : 0}, cover_url = ${content.coverUrl}, canonical_url = ${content.canonicalUrl},
      tags = ${JSON.stringify(content.tags)}, reading_minutes = ${content.readingMinutes}, updated_at = ${at},
      edited_at = ${post.published_at === null ? post.edited_at : at},
      edit_unseen_since = ${recordsEdit ? (post.edit_unseen_since ?? at) : post.edit_unseen_since}
    WHERE id = ${post.id}`
}

function storeEdit(post: FullRow, content: Content, now: Date): Statement {
  const { title, body, summary, coverUrl, tags, canonicalUrl } = content
  return sql`
    INSERT INTO post_edits (post_id, version, before, after, created_at)
    VALUES (${post.id}, ${post.version + 1}, ${JSON.stringify(rawContentOf(post))},
      ${JSON.stringify({ title, body, summary, coverUrl, tags, canonicalUrl })}, ${now.toISOString()})`
}
