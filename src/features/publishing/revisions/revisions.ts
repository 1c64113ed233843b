import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import {
  behindId,
  type Database,
  found,
  type Group,
  group,
  one,
  type Statement,
} from '#db/client.ts'
import type { PostRevision } from '#db/schema/publishing.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { imageKeysIn, type RawContent } from '#features/publishing/posts/content.ts'
import { editLoaded, rawContentOf } from '#features/publishing/posts/create.ts'
import { postForAuthorOf } from '#features/publishing/posts/moves.ts'
import {
  type FullRow,
  ownPost,
  ownPostOf,
  PostStatusShape,
} from '#features/publishing/posts/post.ts'
import { contentIn, REVISIONS_MAX } from '#features/publishing/revisions/revision-rows.ts'
import { AppError } from '#kernel/errors.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/**
 * The versions of a post of the viewer, the current one first. A post of another user is
 * `not_found`.
 */
export function revisionsOf(
  viewer: Viewer,
  id: number,
  request: PageRequest,
): Group<Page<Revision>> {
  const post = sql`SELECT id FROM posts WHERE id = ${id} AND author_id = ${viewer.uid} AND deleted_at IS NULL`
  const asked = { post: found(post), rows: versionsOf(id, request) }
  return group(asked, ({ rows }) =>
    pageOf(
      ['revisions', id],
      rows,
      request,
      ({ version }) => ['', version],
      (row) => ({ ...row, current: row.current === 1 }),
    ),
  )
}

/** One version of a post of the viewer. A version that is not stored is `not_found`. */
export async function revisionOf(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number,
  version: number,
): Promise<RevisionInFull> {
  const { post, stored } = await db.read({
    post: ownPostOf(viewer, id),
    stored: one(revisionRow(id, version)),
  })
  return inFull(compute, post, version, stored)
}

interface History {
  post: FullRow
  revisions: Revision[]
  /** The version that the page shows in full; null if the post has only its current version. */
  shown: RevisionInFull | null
}

/** The content of the history page. Without a version, it shows the newest stored one. */
export async function history(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number,
  version: number | null,
): Promise<History> {
  const { post, page, stored } = await db.read({
    post: ownPostOf(viewer, id),
    page: revisionsOf(viewer, id, { limit: REVISIONS_MAX, after: null }),
    stored: one(revisionRow(id, version)),
  })
  const wanted = version ?? stored?.version
  return {
    post,
    revisions: page.items,
    shown: wanted === undefined ? null : await inFull(compute, post, wanted, stored),
  }
}

/**
 * Restores a version by an edit: the rules of an edit apply, and the current content becomes a
 * revision. `seen` is the version that the author saw. Restoring the current version changes
 * nothing.
 */
export async function restoreRevision(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number,
  { version, seen, ownHost }: { version: number; seen: number | undefined; ownHost: string },
  now: Date,
): Promise<FullRow> {
  const { stored, ...loaded } = await db.read({
    ...postForAuthorOf(viewer, id, now),
    stored: one(revisionRow(id, version)),
  })
  if (version === loaded.post.version) return loaded.post
  if (stored === null) throw new AppError('not_found')
  const edit = { changes: await contentIn(stored), version: seen, forcesRevision: true, ownHost }
  return editLoaded(db, compute, viewer, loaded, edit, now)
}

/**
 * Deletes the stored versions of a post. Only images that the current version shows stay in use.
 */
export async function deleteRevisions(db: Database, viewer: Viewer, id: number): Promise<void> {
  const { body, cover_url, version } = await ownPost(db, viewer, id)
  await db.batch([
    sql`DELETE FROM post_revisions WHERE post_id = ${id}`,
    // If the post was edited since it was read, that edit has unlinked the images itself.
    sql`DELETE FROM post_images
      WHERE post_id = ${id} AND is_share = 0 AND image_key NOT IN (SELECT value FROM json_each(${JSON.stringify(imageKeysIn(body, cover_url))}))
        AND EXISTS (SELECT 1 FROM posts WHERE id = ${id} AND version = ${version})`,
  ])
}

/** A version with its changes up to the current version of the post. */
async function inFull(
  compute: Compute,
  post: FullRow,
  version: number,
  stored: PostRevision | null,
): Promise<RevisionInFull> {
  const present = comparedOf(rawContentOf(post))
  if (version === post.version) {
    const { status, updated_at: saved_at } = post
    return { version, saved_at, status, current: true, ...present, changes: [] }
  }
  if (stored === null) throw new AppError('not_found')
  const { saved_at, status } = stored
  const state = comparedOf(await contentIn(stored))
  return {
    version,
    saved_at,
    status,
    current: false,
    ...state,
    changes: await changesBetween(compute, state, present),
  }
}

/** The version with this number, or the newest one if it is null. */
function revisionRow(id: number, version: number | null): Statement<PostRevision> {
  const hasVersion = version === null ? sql`TRUE` : sql`version = ${version}`
  return sql`SELECT * FROM post_revisions WHERE post_id = ${id} AND ${hasVersion} ORDER BY version DESC LIMIT 1`
}

function versionsOf(
  id: number,
  request: PageRequest,
): Statement<Omit<Revision, 'current'> & { current: number }> {
  return sql`
    SELECT * FROM (
      SELECT version, updated_at AS saved_at, status, title, 1 AS current FROM posts WHERE id = ${id}
      UNION ALL SELECT version, saved_at, status, title, 0 FROM post_revisions WHERE post_id = ${id})
    WHERE ${behindId(request, sql`version`) ?? sql`TRUE`}
    ORDER BY version DESC
    LIMIT ${request.limit + 1}`
}

export function comparedOf({
  title,
  body,
  summary,
  coverUrl,
  tags,
  ...origin
}: RawContent): Compared {
  const names = tags.map(([, name]) => name)
  const { canonicalUrl: canonical_url = null, firstPublishedAt: first_published_at = null } = origin
  return {
    title,
    body,
    summary,
    cover_url: coverUrl,
    tags: names,
    canonical_url,
    first_published_at,
  }
}

const revision = {
  version: z.int(),
  saved_at: z.iso.datetime(),
  status: PostStatusShape,
  title: z.string(),
  current: z.boolean(),
}

/** A version of a post in its history. `current` marks the current version. */
export const RevisionShape = z.object(revision).meta({ id: 'Revision' })
export type Revision = z.infer<typeof RevisionShape>

const ChangeShape = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })

const CHANGED_FIELDS = [
  'title',
  'tags',
  'summary',
  'cover',
  'canonical_url',
  'first_published_at',
  'body',
] as const

/** A full version. `changes` are the changes from this version to the current one. */
export const RevisionInFullShape = z
  .object({
    ...revision,
    summary: z.string().nullable(),
    cover_url: z.string().nullable(),
    canonical_url: z.string().nullable(),
    first_published_at: z.iso.datetime().nullable(),
    tags: z.array(z.string()),
    body: z.string(),
    changes: z.array(z.object({ field: z.enum(CHANGED_FIELDS), changes: z.array(ChangeShape) })),
  })
  .meta({ id: 'RevisionInFull' })

export type RevisionInFull = z.infer<typeof RevisionInFullShape>
export type FieldChanges = RevisionInFull['changes'][number]

/** The parts of a post that are compared. The summary is null if the author did not write one. */
type Compared = Omit<RevisionInFull, Exclude<keyof typeof revision, 'title'> | 'changes'>

/**
 * The changes between two versions of a post, by field. Empty if only the markup of the body
 * changed.
 */
export async function changesBetween(
  compute: Compute,
  before: Compared,
  after: Compared,
): Promise<FieldChanges[]> {
  const versions = { before: textsOf(before), after: textsOf(after) }
  return (await compute.run('changes', versions)) as FieldChanges[]
}

function textsOf(compared: Compared): Record<FieldChanges['field'], string> {
  const { title, tags, summary, cover_url, canonical_url, first_published_at, body } = compared
  return {
    title,
    tags: tags.join(', '),
    summary: summary ?? '',
    cover: cover_url ?? '',
    canonical_url: canonical_url ?? '',
    first_published_at: first_published_at ?? '',
    body,
  }
}
