import { RENAME_COST } from '#features/accounts/profiles/review.ts'
import { usernameLook } from '#features/accounts/profiles/usernames.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { storedAiLabel } from '#features/publishing/posts/ai.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { inTime, type Row } from '../rows.ts'
import type { Published, World } from '../world.ts'
import type { Comment } from './comments.ts'

/** The row of a post, in the state after its moves. */
export function postRow(post: Published): Row {
  const { id, author, at, content, state, reason = null } = post
  const status = state ?? 'approved'
  const wasPublic = status === 'approved' || status === 'locked'
  return {
    id,
    author_id: author.uid,
    status,
    version: movesOf(post).length + 1,
    title: content.title,
    summary: content.summary,
    summary_is_own: 0,
    cover_url: content.coverUrl,
    tags: JSON.stringify(content.tags),
    reading_minutes: content.readingMinutes,
    reject_reason: state === 'rejected' ? reason : null,
    locked_from: status === 'locked' ? 'approved' : null,
    lock_reason: state === 'locked' ? reason : null,
    created_at: iso(at),
    updated_at: iso(movesOf(post).at(-1)?.at ?? at),
    published_at: wasPublic ? iso(at) : null,
    body: content.body,
    formulas: content.formulas,
    ai_made: storedAiLabel(content.ai),
  }
}

/**
 * Edits after publication while review was on. They are stored until an admin has looked at them.
 */
export function lateEdits(db: D1Database, world: World): D1PreparedStatement[] {
  return world.posts.flatMap(({ id, at, content, formerTitle }) => {
    if (formerTitle === undefined) return []
    const edited = iso(new Date(at.getTime() + 40 * HOUR))
    const { title, body, summary, coverUrl, tags } = content
    const after = { title, body, summary, coverUrl, tags }
    const before = { ...after, title: formerTitle, summary: null }
    return [
      db.prepare(NOTE_EDIT).bind(edited, edited, edited, id),
      db.prepare(KEEP_EDIT).bind(JSON.stringify(before), JSON.stringify(after), edited, id),
    ]
  })
}

const NOTE_EDIT = `UPDATE posts SET version = version + 1, updated_at = ?, edited_at = ?, edit_unseen_since = ? WHERE id = ?`
const KEEP_EDIT = `INSERT INTO post_edits (post_id, version, before, after, created_at)
  SELECT id, version, ?, ?, ? FROM posts WHERE id = ?`

interface Move {
  move: 'submit' | 'reject' | 'lock'
  from: string
  to: string
  at: Date
  reason?: string
}

function movesOf({ at, state, reason = '' }: Published): Move[] {
  const later = (milliseconds: number) => new Date(at.getTime() + milliseconds)
  if (state === undefined || state === 'draft') return []
  if (state === 'locked') {
    return [{ move: 'lock', from: 'approved', to: 'locked', at: later(30 * HOUR), reason }]
  }
  const submitted: Move = { move: 'submit', from: 'draft', to: 'pending', at: later(20 * MINUTE) }
  if (state === 'pending') return [submitted]
  return [
    submitted,
    { move: 'reject', from: 'pending', to: 'rejected', at: later(5 * HOUR), reason },
  ]
}

/** A move by the admin, with the reason for the author. */
interface Decision extends Omit<Move, 'reason'> {
  post: Published
  reason: string
}

/** The posts that the admin rejected or locked. */
export function decisions(world: World): Decision[] {
  return world.posts.flatMap((post) =>
    movesOf(post).flatMap(({ reason, ...move }) =>
      reason === undefined ? [] : [{ post, reason, ...move }],
    ),
  )
}

export function moveRows(world: World): Row[] {
  const admin = world.member('admin')
  const rows = world.posts.flatMap((post) =>
    movesOf(post).map(({ move, from, to, at, reason }) => ({
      post_id: post.id,
      actor_id: move === 'reject' || move === 'lock' ? admin.uid : post.author.uid,
      move,
      from_status: from,
      to_status: to,
      reason: reason ?? null,
      created_at: iso(at),
    })),
  )
  return rows.sort((a, b) => a.created_at.localeCompare(b.created_at))
}

export function imageRows(world: World): Row[] {
  return world.posts.flatMap(({ id, content }) =>
    content.imageKeys.map((image_key) => ({ post_id: id, image_key })),
  )
}

const IP = '127.0.0.1'

/** The actions of the admin. Each is recorded in the audit log before it is done. */
export function auditRows(world: World, comments: readonly Comment[]): Row[] {
  const admin = world.member('admin')
  const about = (action: string, type: string, id: number, subject: number) => ({
    actor_id: admin.uid,
    action,
    target_type: type,
    target_id: String(id),
    subject_id: subject,
    ip: IP,
    public: 1,
  })
  return inTime([
    ...decisions(world).map(({ post, move, from, to, at, reason }) => ({
      ...about(`post.${move}`, 'post', post.id, post.author.uid),
      reason,
      before: JSON.stringify({ status: from }),
      after: JSON.stringify({ status: to }),
      created_at: iso(at),
    })),
    ...comments
      .filter(({ isDeleted }) => isDeleted)
      .map(({ id, post, author, body, at }) => ({
        ...about('comment.delete', 'comment', id, author.uid),
        reason: '广告 / advertising',
        before: JSON.stringify({ post_id: post.id, body }),
        after: null,
        created_at: iso(deletedAt(world, at)),
      })),
  ])
}

/** Marks the deleted comments. A deleted root with replies stays as a placeholder. */
export function deletions(
  db: D1Database,
  world: World,
  comments: readonly Comment[],
): D1PreparedStatement[] {
  const admin = world.member('admin')
  return comments
    .filter(({ isDeleted }) => isDeleted)
    .map(({ id, at }) => db.prepare(DELETE).bind(iso(deletedAt(world, at)), admin.uid, id))
}

const DELETE = 'UPDATE comments SET deleted_at = ?, deleted_by = ? WHERE id = ?'

function deletedAt(world: World, at: Date): Date {
  return new Date(Math.min(at.getTime() + 26 * HOUR, world.calendar.now.getTime()))
}

/** A new name that is in review. The user paid for it when requesting it. */
export const RENAME = { by: 'he', username: '禾下乘凉', cost: RENAME_COST, hoursAgo: 7 }

export function reviewRow(world: World): Row {
  const { by, username, cost, hoursAgo } = RENAME
  return {
    user_id: world.member(by).uid,
    username,
    username_key: usernameKey(username),
    username_look: usernameLook(username),
    signature: null,
    cost,
    created_at: iso(world.calendar.before(hoursAgo * HOUR)),
  }
}
