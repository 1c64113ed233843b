import { KINDS, type Kind } from '#features/core/notifications/kinds.ts'
import { levelOf } from '#features/core/people/level.ts'
import { DAY } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { randomFrom } from '../random.ts'
import { inTime } from '../rows.ts'
import type { World } from '../world.ts'
import type { Comment } from './comments.ts'
import { decisions } from './posts.ts'

/** Older notices are read. */
const READ_AFTER_DAYS = 3
const EXCERPT_LENGTH = 60

type NoticeRow = ReturnType<typeof row>

/** The rows that notices are about. */
interface Sources {
  comments: readonly Comment[]
  follows: readonly { follower_id: number; followed_id: number; created_at: string }[]
  exp: ReadonlyMap<number, number>
}

/** All notices of the ninety days except those about likes. */
export function notices(world: World, sources: Sources): NoticeRow[] {
  return inTime([
    ...sources.comments.flatMap((comment) => ofComment(world, comment)),
    ...sources.follows.map(({ follower_id, followed_id, created_at }) =>
      row(world, followed_id, 'NotifyFollow', follower_id, new Date(created_at), {
        actor: follower_id,
        once: `follow:${follower_id}`,
      }),
    ),
    ...decisions(world).map(({ post, move, at, reason }) =>
      row(world, post.author.uid, 'NotifySystem', post.id, at, {
        actor: world.member('admin').uid,
        data: {
          event: move === 'lock' ? 'post_locked' : 'post_rejected',
          title: post.title,
          reason,
        },
      }),
    ),
    ...levelUps(world, sources.exp),
  ])
}

/** One notice per user: for a reply, else a mention, else a comment. */
function ofComment(
  world: World,
  { id, post, root, answers, author, body, at, mentioned }: Comment,
): NoticeRow[] {
  const to = new Map<number, Kind>()
  const tell = (uid: number, kind: Kind) =>
    void (uid === author.uid || to.has(uid) || to.set(uid, kind))
  if (answers !== null) tell(answers.author.uid, 'NotifyCommentReply')
  for (const { uid } of mentioned) tell(uid, 'NotifyMention')
  if (root === null) tell(post.author.uid, 'NotifyComment')
  const excerpt = [...body.replace(/\s+/g, ' ')].slice(0, EXCERPT_LENGTH).join('')
  const more = { actor: author.uid, data: { title: post.title, excerpt }, comment: id }
  return [...to].map(([uid, kind]) => row(world, uid, kind, post.id, at, more))
}

/** Each user reached the current level at some time in the ninety days. */
function levelUps(world: World, exp: ReadonlyMap<number, number>): NoticeRow[] {
  const random = randomFrom('levels')
  return world.members.flatMap((member) => {
    const level = levelOf(exp.get(member.uid) ?? 0)
    const at = world.calendar.before(
      Math.min(member.joinedDaysAgo, 80) * random.between(0.1, 0.8) * DAY,
    )
    return level === 0
      ? []
      : [row(world, member.uid, 'NotifyLevelUp', level, at, { once: `level:${level}` })]
  })
}

interface More {
  actor?: number
  data?: Record<string, string>
  /** The key that prevents a second notice about the same event. */
  once?: string
  /** The id of the quoted comment. */
  comment?: number
}

function row(world: World, uid: number, kind: Kind, relatedId: number, at: Date, more: More) {
  const { actor, data = {}, once, comment } = more
  return {
    user_id: uid,
    kind: kind as string,
    category: KINDS[kind].category as string,
    related_id: relatedId,
    actor_id: actor ?? null,
    data: JSON.stringify(data),
    once_key: once ?? null,
    read: Number(at < world.calendar.before(READ_AFTER_DAYS * DAY)),
    created_at: iso(at),
    comment_id: comment ?? null,
  }
}

/**
 * Sends the like notices, one for each post and day. The likes of today have none yet, so that the
 * author gets one at the next visit.
 */
export function likeNotices(db: D1Database, world: World): D1PreparedStatement[] {
  const today = world.calendar.day(0)
  const recent = world.calendar.day(READ_AFTER_DAYS)
  return [db.prepare(INSERT_LIKE_NOTICES).bind(recent, today), db.prepare(MARK_AS_SENT).bind(today)]
}

const INSERT_LIKE_NOTICES = `
  INSERT INTO notifications (user_id, kind, category, related_id, data, once_key, read, created_at)
  SELECT s.author_id, 'NotifyLikeAggregated', 'like', s.post_id, json_object('likes', likes_of_others, 'day', day, 'title', p.title),
    'like:' || s.post_id || ':' || day, day < ?,
    (SELECT MAX(created_at) FROM post_likes l WHERE l.post_id = s.post_id AND date(created_at, '+8 hours') = day)
  FROM post_days s JOIN posts p ON p.id = s.post_id WHERE likes_of_others > told AND day < ? ORDER BY day, s.post_id`
const MARK_AS_SENT = 'UPDATE post_days SET told = likes_of_others WHERE day < ?'
