import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import { requireVoice, type Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import {
  type AuthorRules,
  authorRules,
  needsReview,
  requireFewLinks,
} from '#features/publishing/content-rules/needs-review.ts'
import { requireComplete } from '#features/publishing/posts/content.ts'
import { type AppliedMove, hostsOf, moveStatements, requireLevel } from '#features/publishing/posts/moves.ts'
import { type FullRow, fullColumns, PostStatusShape } from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { linkHosts } from '#kernel/html/links.ts'

/** Posts in one request. Their bodies are in memory together. */
export const SUBMITTED_TOGETHER_MAX = 20

export const SubmitPostsInput = z.object({
  ids: z.array(z.int().positive()).min(1).max(SUBMITTED_TOGETHER_MAX),
})

export const SubmittedPostsShape = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        status: PostStatusShape.optional().describe('`approved` or `pending`, if the post was submitted'),
        code: z.string().optional().describe('The error code of a post that was not submitted'),
      }),
    ),
  })
  .meta({ id: 'SubmittedPosts' })

type Item = z.infer<typeof SubmittedPostsShape>['items'][number]

/**
 * Submits several posts of the viewer with the rules of `submitPost`, in one read and one batch. A refused post does not stop the
 * others. Publishing gives neither energy nor exp and sends no notices.
 */
export async function submitPosts(
  db: Database,
  viewer: Viewer,
  ids: readonly number[],
  ownHost: string,
  now: Date,
): Promise<Item[]> {
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
  const decided = wanted.map((id) => moveOrRefusal(found.get(id), id, rules, ownHost, viewer))
  const done = await applyTogether(
    db,
    decided.filter((it) => 'post' in it),
    now,
  )
  return decided.map((it) => ('post' in it ? (done.get(it.post.id) ?? refused(it.post.id, 'internal')) : it))
}

function ownPostsWith({ uid }: Viewer, ids: readonly number[]): Statement<FullRow> {
  return sql`
    SELECT ${fullColumns}
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id
    WHERE p.author_id = ${uid} AND p.deleted_at IS NULL`
}

function moveOrRefusal(
  post: FullRow | undefined,
  id: number,
  rules: AuthorRules,
  ownHost: string,
  viewer: Viewer,
): AppliedMove | Item {
  if (post === undefined) return refused(id, 'not_found')
  const to = nextStatus(post, 'submit', post.review_passed !== 1 && needsReview(rules, post))
  if (to === null) return refused(id, 'post_not_submittable')
  try {
    requireComplete(post)
    requireFewLinks(rules.linksMax, linkHosts(post.body), ownHost)
  } catch (error) {
    if (error instanceof AppError) return refused(id, error.code)
    throw error
  }
  return { post, actor: viewer.uid, move: 'submit', to }
}

/** All in one batch. If one of them is refused, such as for a blocked host or a concurrent edit, one after the other. */
async function applyTogether(db: Database, moves: AppliedMove[], now: Date): Promise<Map<number, Item>> {
  if (moves.length === 0) return new Map()
  try {
    await applyAll(db, moves, now)
    return new Map(moves.map((move) => [move.post.id, submitted(move)]))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [only] = moves
    if (moves.length === 1 && only) return new Map([[only.post.id, refused(only.post.id, error.code)]])
  }
  const each = new Map<number, Item>()
  for (const move of moves) for (const [id, item] of await applyTogether(db, [move], now)) each.set(id, item)
  return each
}

async function applyAll(db: Database, moves: AppliedMove[], now: Date): Promise<void> {
  const hosts = moves.flatMap(hostsOf)
  const statements = moves.flatMap((move) => moveStatements(move, now))
  await withHostCheck(db, hosts, (check) => db.batch([...check, ...statements]))
}

function submitted({ post, to }: AppliedMove): Item {
  return { id: post.id, ok: true, status: to }
}

function refused(id: number, code: ErrorCode): Item {
  return { id, ok: false, code }
}
