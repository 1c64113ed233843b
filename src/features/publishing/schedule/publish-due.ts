import { type SQL, sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { isVerifiedOrOwner } from '#features/accounts/email/email.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { levelOf } from '#features/core/people/level.ts'
import { isSilenced } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { withinQuota } from '#features/core/storage/quotas.ts'
import {
  type AuthorRules,
  authorRules,
  hasTooManyLinksIn,
  needsReview,
} from '#features/publishing/content-rules/needs-review.ts'
import { isComplete } from '#features/publishing/posts/content.ts'
import { applyMove } from '#features/publishing/posts/moves.ts'
import { type FullRow, fullColumns } from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { AppError } from '#kernel/errors.ts'

/** Posts that are in memory together. A run has at most PAGES_PER_RUN pages. */
const POSTS_PER_PAGE = 20
const PAGES_PER_RUN = 20

/** The tables with the times of drafts, in the order of a run. Both have the same columns. */
type Source = 'post_schedules' | 'post_holds'

type DueRow = FullRow &
  Pick<
    User,
    'email_verified_at' | 'role' | 'purge_at' | 'silenced_at' | 'silence_ends_at' | 'is_regular'
  > & {
    due_at: string
    author_since: string
  }

interface SiteRules {
  verifiedOnly: boolean
  /** Null in a cron run of a site without `JOULE_ORIGIN`. */
  ownHost: string | null
}

/** The reason why a scheduled post was not published, for the notice to the author. */
type NotPublished =
  | 'banned'
  | 'silenced'
  | 'leaving'
  | 'level_too_low'
  | 'email_unverified'
  | 'incomplete'
  | 'too_many_links'
  | 'blocked_host'
  | 'too_many_moves'

/**
 * For the cron: publishes the drafts whose time has come, or submits them if they need review and
 * no admin has approved them. With `post_holds`, these are the posts whose hold has ended. The
 * rules for the author at this moment apply. With concurrent or late runs each post still moves
 * once: the trigger posts_version_conflict admits one of them, and a save by the author wins.
 * Returns the ids of the moved posts.
 */
export async function publishDue(
  db: Database,
  compute: Compute,
  ownHost: string | null,
  now: Date,
  source: Source = 'post_schedules',
): Promise<number[]> {
  const moved: number[] = []
  let after: Pick<DueRow, 'due_at' | 'id'> = { due_at: '', id: 0 }
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const { due, verifiedOnly } = await db.read({
      due: dueAfter(source, after, now),
      verifiedOnly: settingOf('email.verification_required'),
    })
    for (const post of due)
      if (await publishOrNotify(db, compute, post, source, { verifiedOnly, ownHost }, now))
        moved.push(post.id)
    const last = due.at(-1)
    if (last === undefined || due.length < POSTS_PER_PAGE) break
    after = last
  }
  return moved
}

/**
 * Returns whether the post moved. Its author gets a notice in both cases, but not if another run or
 * a save by the author was first, and not of a publication after a hold.
 */
async function publishOrNotify(
  db: Database,
  compute: Compute,
  post: DueRow,
  source: Source,
  site: SiteRules,
  now: Date,
): Promise<boolean> {
  const { role, is_regular } = post
  const author = {
    uid: post.author_id,
    exp: post.author_exp,
    created_at: post.author_since,
    role,
    is_regular,
  }
  const rules = await db.read(authorRules(author, now))
  const decided = await decide(compute, post, site, rules, now).catch((error) => {
    if (!(error instanceof AppError)) throw error
    // The compute Worker is down or busy. The next run decides, and the other posts do not wait.
    console.error(
      JSON.stringify({ level: 'error', job: 'publish due posts', error: String(error) }),
    )
    return null
  })
  if (decided === null) return false
  const { why, isReviewed } = decided
  if (why !== null) return cancel(db, post, source, why, now)
  const to = nextStatus(post, 'submit', isReviewed)
  if (to === null) return false
  const event = to === 'approved' ? 'post_published' : 'post_submitted'
  try {
    // A schedule counted as a move when it was made. A hold counts when it ends, because an undone
    // one is no move.
    const holder = { ...author, uid: post.author_id }
    const move = { post, actor: post.author_id, move: 'submit', to } as const
    if (source === 'post_schedules')
      await applyMove(db, move, now, [notice(post, { event, title: post.title }, now)])
    else
      await withinQuota(db, holder, { moves_of_day: 1 }, (quota) =>
        applyMove(db, { ...move, onlyIf: isHeld(post) }, now, quota),
      )
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'version_conflict') return false
    if (error.code === 'validation_failed') return cancel(db, post, source, 'blocked_host', now)
    if (error.code === 'quota_exceeded') return cancel(db, post, source, 'too_many_moves', now)
    throw error
  }
}

async function decide(
  compute: Compute,
  post: DueRow,
  site: SiteRules,
  rules: AuthorRules,
  now: Date,
): Promise<{ why: NotPublished | null; isReviewed: boolean }> {
  const why = await whyNot(compute, post, site, rules, now)
  const isSearched = why === null && post.review_passed !== 1
  return { why, isReviewed: isSearched && (await needsReview(compute, rules, post)) }
}

/**
 * The reason why a post is not published now, or null. The rules are those of `submitPost`, but for
 * the author of the post, because there is no viewer.
 */
async function whyNot(
  compute: Compute,
  post: DueRow,
  { verifiedOnly, ownHost }: SiteRules,
  { linksMax }: AuthorRules,
  now: Date,
): Promise<NotPublished | null> {
  if (post.author_status === 'banned') return 'banned'
  if (isSilenced(post, now)) return 'silenced'
  if (post.author_status === 'deleted' || post.purge_at !== null) return 'leaving'
  if (levelOf(post.author_exp) === 0) return 'level_too_low'
  if (verifiedOnly && !isVerifiedOrOwner(post)) return 'email_unverified'
  if (!(await isComplete(compute, post))) return 'incomplete'
  // An admin has approved this version with its links.
  if (post.review_passed === 1) return null
  return hasTooManyLinksIn(post.body, linksMax, ownHost) ? 'too_many_links' : null
}

/** The author has not undone the publication since the post was read. */
function isHeld({ id }: DueRow): SQL {
  return sql`EXISTS (SELECT 1 FROM post_holds WHERE post_id = ${id})`
}

/**
 * Ends the schedule or the hold: the post stays a draft. Of two concurrent runs, only the one that
 * deletes the row sends the notice. Returns false, because the post did not move.
 */
async function cancel(
  db: Database,
  post: DueRow,
  source: Source,
  why: NotPublished,
  now: Date,
): Promise<false> {
  await db.batch([
    sql`DELETE FROM ${sql.raw(source)} WHERE post_id = ${post.id} AND publish_at = ${post.due_at}`,
    notice(post, { event: 'post_not_published', title: post.title, why }, now, sql`changes() > 0`),
  ])
  return false
}

function notice(post: DueRow, about: SystemEvent, now: Date, when?: Statement): Statement {
  return systemNotice({ to: post.author_id, postId: post.id, about, ...(when && { when }) }, now)
}

function dueAfter(
  source: Source,
  after: Pick<DueRow, 'due_at' | 'id'>,
  now: Date,
): Statement<DueRow> {
  return sql`
    SELECT ${fullColumns}, u.email_verified_at, u.role, u.purge_at, u.silenced_at, u.silence_ends_at,
      u.is_regular, u.created_at AS author_since, s.publish_at AS due_at
    FROM ${sql.raw(source)} s INDEXED BY ${sql.raw(`${source}_due`)}
      CROSS JOIN posts p ON p.id = s.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE s.publish_at <= ${now.toISOString()} AND (s.publish_at, s.post_id) > (${after.due_at}, ${after.id})
    ORDER BY s.publish_at, s.post_id
    LIMIT ${POSTS_PER_PAGE}`
}
