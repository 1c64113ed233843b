import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { concerning, type Database, type Group, last, type Statement } from '#db/client.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Nameless } from '#features/core/people/nameless.ts'
import { requireVoice, type Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { withinQuota } from '#features/core/storage/quotas.ts'
import { hostsInPost, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import {
  type AuthorRules,
  authorRules,
  needsReview,
  requireFewLinksIn,
} from '#features/publishing/content-rules/needs-review.ts'
import { chooseLetter } from '#features/publishing/letters/without-letter.ts'
import { firstRank } from '#features/publishing/lists/hot-rank.ts'
import { requireComplete } from '#features/publishing/posts/content.ts'
import {
  type FullRow,
  fullColumns,
  ownPost,
  ownPostOf,
  PostStatusShape,
  postById,
} from '#features/publishing/posts/post.ts'
import { lockedFrom, type Move, nextStatus } from '#features/publishing/posts/states.ts'
import { holdPost } from '#features/publishing/schedule/hold.ts'
import {
  forgetPlan,
  type PublishAt,
  requireValidTime,
  schedule,
  waitForApproval,
} from '#features/publishing/schedule/schedule.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'

interface Submission {
  /** Seconds in which the author can undo it. */
  hold?: number | undefined
  /** False: no letter contains the post. Undefined keeps the choice. */
  letter?: boolean | undefined
  /**
   * The post is published at this time if it is approved by then, else when it is approved. A post
   * that needs no review is scheduled.
   */
  publishAt?: PublishAt
  ownHost: string
}

/**
 * Submits a draft or rejected post for review, or publishes it if it needs no review. With `hold`,
 * the post stays as it is and this happens at the end of the hold (schedule/hold.ts). A post with a
 * time needs no hold.
 */
export async function submitPost(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  id: number,
  { publishAt, hold = 0, letter, ownHost }: Submission,
  now: Date,
): Promise<FullRow> {
  const { post, rules, verifiedOnly } = await db.read(postForAuthorOf(viewer, id, now))
  requireLevel(viewer)
  requireVoice(viewer, now)
  requireVerifiedEmail(viewer, verifiedOnly)
  const to = await statusAfterSubmission(compute, post, rules, ownHost)
  if (publishAt) requireValidTime(publishAt, now)
  const letterChoice = chooseLetter(post, letter)
  if (hold > 0 && !publishAt)
    return withHostCheck(db, linkedHostsOf(post), async (check) => {
      const held = await db.lastOf([
        ...check,
        ...holdPost(id, viewer.uid, hold, now),
        ...letterChoice,
        postById(fullColumns, id),
      ])
      return existing(held)
    })
  const submit = (to: PostStatus, extra: Statement[]) =>
    withinQuota(db, viewer, { moves_of_day: 1 }, (quota) =>
      applyMove(db, { post, actor: viewer.uid, move: 'submit', to }, now, [
        ...extra,
        ...letterChoice,
        ...quota,
      ]),
    )
  if (!publishAt) return submit(to, [])
  if (to === 'pending') return submit(to, [waitForApproval(post, publishAt)])
  const approvedVersion = post.review_passed === 1 ? post.version + 1 : null
  return submit('draft', [
    ...schedule(id, viewer.uid, publishAt, approvedVersion),
    ...forgetPlan(post),
  ])
}

export async function withdrawPost(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<FullRow> {
  const post = await ownPost(db, viewer, id)
  const to = nextStatus(post, 'withdraw', false)
  if (to === null) throw new AppError('invalid_transition')
  return applyMove(db, { post, actor: viewer.uid, move: 'withdraw', to }, now)
}

async function statusAfterSubmission(
  compute: Compute,
  post: FullRow,
  rules: AuthorRules,
  ownHost: string,
): Promise<PostStatus> {
  const isReviewed = post.review_passed !== 1 && (await needsReview(compute, rules, post))
  const to = nextStatus(post, 'submit', isReviewed)
  if (to === null) throw new AppError('post_not_submittable')
  await requireComplete(compute, post)
  requireFewLinksIn(post.body, rules.linksMax, ownHost)
  return to
}

export function requireLevel({ exp }: Pick<Viewer, 'exp'>): void {
  if (levelOf(exp) === 0) throw new AppError('level_too_low')
}

interface AppliedMove {
  post: FullRow
  actor: number
  move: Move
  to: PostStatus
  reason?: Nameless
  /** The move is refused with `version_conflict` if this condition is false when it is applied. */
  onlyIf?: SQL
}

/**
 * Changes the status of a post and records the move. `extra` commits with it, or not at all. A post
 * that is submitted or becomes public, also by an admin, must not link to a blocked host. The
 * triggers posts_version_conflict and posts_published_once may refuse the move; the triggers
 * post_moves_are_never_* protect the history.
 */
export async function applyMove(
  db: Database,
  applied: AppliedMove,
  now: Date,
  extra: Statement[] = [],
): Promise<FullRow> {
  const results = await withHostCheck(db, hostsOf(applied), (check) =>
    db.batch([
      ...check,
      ...moveStatements(applied, now),
      ...extra,
      postById(fullColumns, applied.post.id),
    ]),
  )
  return existing(last(results))
}

function existing([post]: readonly FullRow[]): FullRow {
  if (!post) throw new AppError('internal')
  return post
}

/** The hosts that must not be blocked. Empty for a move that does not lead towards publication. */
function hostsOf({ post, move, to }: AppliedMove): string[] {
  const isShown = to === 'approved' || move === 'submit'
  return isShown ? linkedHostsOf(post) : []
}

function linkedHostsOf(post: FullRow): string[] {
  const linked = { body: post.body, coverUrl: post.cover_url, canonicalUrl: post.canonical_url }
  return hostsInPost(linked)
}

function moveStatements(applied: AppliedMove, now: Date): Statement[] {
  const { post } = applied
  const change = concerning({ admins: applied.to === 'pending' }, changeStatus(applied, now))
  return [change, moveEntry({ ...applied, postId: post.id, from: post.status }, now)]
}

function changeStatus({ post, move, to, reason, onlyIf }: AppliedMove, now: Date): Statement {
  const at = now.toISOString()
  const isLocked = to === 'locked'
  // The trigger posts_version_conflict refuses -1.
  const version = post.version + 1
  const checkedVersion = onlyIf === undefined ? version : sql`iif(${onlyIf}, ${version}, -1)`
  return sql`
    UPDATE posts
    SET version = ${checkedVersion}, status = ${to}, updated_at = ${at},
      published_at = ${post.published_at ?? (to === 'approved' ? at : null)},
      hot = ${post.published_at === null && to === 'approved' ? firstRank(now) : sql`hot`},
      reject_reason = ${rejectReason(post, to, reason)},
      locked_from = ${isLocked ? lockedFrom(post) : null}, lock_reason = ${isLocked ? (reason ?? null) : null},
      edit_unseen_since = ${SEEN_BY_MOVE.has(move) ? null : post.edit_unseen_since}
    WHERE id = ${post.id}`
}

/**
 * Moves that end the wait of an edit for a look by an admin. An unpublished post is reviewed as a
 * whole when it is submitted.
 */
const SEEN_BY_MOVE: ReadonlySet<Move> = new Set(['lock', 'unpublish'])

/**
 * A lock keeps the reason of a rejected post. A draft may still have the reason of an earlier
 * rejection, see `lockedFrom`.
 */
function rejectReason(post: FullRow, to: PostStatus, reason: string | undefined): string | null {
  if (to === 'rejected') return reason ?? post.reject_reason
  return to === 'locked' && post.status === 'rejected' ? post.reject_reason : null
}

interface MoveEntry {
  postId: number | Statement
  actor: number
  move: Move | 'seen' | 'delete' | 'undelete'
  from: PostStatus | null
  to: PostStatus
  reason?: Nameless | undefined
}

/**
 * An entry in the history of a post, for the batch that moves it. The creation has no entry; the
 * row of the post records it.
 */
export function moveEntry(
  { postId, actor, move, from, to, reason }: MoveEntry,
  now: Date,
): Statement {
  return sql`
    INSERT INTO post_moves (post_id, actor_id, move, from_status, to_status, reason, created_at)
    VALUES (${postId}, ${actor}, ${move}, ${from}, ${to}, ${reason ?? null}, ${now.toISOString()})`
}

/** A post of the viewer, and the rules for publishing it. */
export interface PostForAuthor {
  post: FullRow
  rules: AuthorRules
  /** Authors must verify their e-mail address. */
  verifiedOnly: boolean
}

type PostForAuthorGroups = { [Name in keyof PostForAuthor]: Group<PostForAuthor[Name]> }

/** For a larger read: its results are a `PostForAuthor`. A post of another user is `not_found`. */
export function postForAuthorOf(viewer: Viewer, id: number, now: Date): PostForAuthorGroups {
  return {
    post: ownPostOf(viewer, id),
    rules: authorRules(viewer, now),
    verifiedOnly: settingOf('email.verification_required'),
  }
}

/** The maximum number of posts in one request. Their bodies are in memory together. */
export const SUBMITTED_TOGETHER_MAX = 20

export const SubmitPostsInput = z.object({
  ids: z.array(z.int().min(1)).min(1).max(SUBMITTED_TOGETHER_MAX),
})

export const SubmittedPostsShape = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        status: PostStatusShape.optional().describe(
          'The new status of a post that was submitted: `approved` or `pending`. Missing if `ok` is false.',
        ),
        code: z
          .string()
          .optional()
          .describe('The error code of a post that was not submitted. Missing if `ok` is true.'),
      }),
    ),
  })
  .meta({ id: 'SubmittedPosts' })

type SubmittedPost = z.infer<typeof SubmittedPostsShape>['items'][number]

/**
 * Submits several posts of the viewer with the rules of `submitPost`, in one read and one batch. A
 * refused post does not stop the others. Publishing gives neither energy nor exp and sends no
 * notices. The results are in the order of `ids`, without duplicates.
 */
export async function submitPosts(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  ids: readonly number[],
  ownHost: string,
  now: Date,
): Promise<SubmittedPost[]> {
  requireLevel(viewer)
  requireVoice(viewer, now)
  const wanted = [...new Set(ids)]
  const { posts, rules, verifiedOnly } = await db.read({
    posts: ownPostsWith(viewer, wanted),
    rules: authorRules(viewer, now),
    verifiedOnly: settingOf('email.verification_required'),
  })
  requireVerifiedEmail(viewer, verifiedOnly)
  const found = new Map(posts.map((post) => [post.id, post]))
  const decided: Awaited<ReturnType<typeof moveOrRefusal>>[] = []
  for (const id of wanted)
    decided.push(await moveOrRefusal(compute, found.get(id), id, rules, ownHost, viewer))
  const done = await applyTogether(
    db,
    viewer,
    decided.filter((it) => 'post' in it),
    now,
  )
  return decided.map((it) =>
    'post' in it ? (done.get(it.post.id) ?? refused(it.post.id, 'internal')) : it,
  )
}

function ownPostsWith({ uid }: Viewer, ids: readonly number[]): Statement<FullRow> {
  return sql`
    SELECT ${fullColumns}
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id
    WHERE p.author_id = ${uid} AND p.deleted_at IS NULL`
}

async function moveOrRefusal(
  compute: Compute,
  post: FullRow | undefined,
  id: number,
  rules: AuthorRules,
  ownHost: string,
  viewer: Viewer,
): Promise<AppliedMove | SubmittedPost> {
  if (post === undefined) return refused(id, 'not_found')
  try {
    return {
      post,
      actor: viewer.uid,
      move: 'submit',
      to: await statusAfterSubmission(compute, post, rules, ownHost),
    }
  } catch (error) {
    if (error instanceof AppError) return refused(id, error.code)
    throw error
  }
}

/**
 * Applies all moves in one batch. If the batch is refused, for example because one post links to a
 * blocked host, was edited meanwhile or is above the quota of moves, the moves are applied one by
 * one.
 */
async function applyTogether(
  db: Database,
  viewer: Viewer,
  moves: AppliedMove[],
  now: Date,
): Promise<Map<number, SubmittedPost>> {
  if (moves.length === 0) return new Map()
  try {
    const statements = moves.flatMap((move) => moveStatements(move, now))
    await withinQuota(db, viewer, { moves_of_day: moves.length }, (quota) =>
      withHostCheck(db, moves.flatMap(hostsOf), (check) =>
        db.batch([...check, ...statements, ...quota]),
      ),
    )
    return new Map(moves.map(({ post: { id }, to }) => [id, { id, ok: true, status: to }]))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [only] = moves
    if (moves.length === 1 && only)
      return new Map([[only.post.id, refused(only.post.id, error.code)]])
  }
  const each = new Map<number, SubmittedPost>()
  for (const move of moves)
    for (const [id, item] of await applyTogether(db, viewer, [move], now)) each.set(id, item)
  return each
}

function refused(id: number, code: ErrorCode): SubmittedPost {
  return { id, ok: false, code }
}
