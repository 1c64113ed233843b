import { type Mentioned, mentionsIn } from '#features/community/comments/mentions.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Row } from '../rows.ts'
import type { Member, Published, World } from '../world.ts'

export interface Comment {
  id: number
  post: Published
  root: Comment | null
  answers: Comment | null
  author: Member
  body: string
  at: Date
  mentioned: Mentioned[]
  isDeleted: boolean
}

/** All comments in chronological order, which is the order of their ids. */
export function comments(world: World): Comment[] {
  const random = randomFrom('comments')
  const written = world.publicPosts.flatMap((post) =>
    post.talk === undefined ? [] : spoken(world, post, post.talk, random),
  )
  written.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, comment] of written.entries()) comment.id = 1 + index
  return written
}

function spoken(world: World, post: Published, talk: string, random: Random): Comment[] {
  const said = talkOf(talk)
  const times = timesOf(said, post, world, random)
  const comments: Comment[] = []
  for (const [index, { by, text, root, answers, isDeleted }] of said.entries()) {
    const author = world.member(by)
    comments.push({
      id: 0,
      post,
      root: root === null ? null : (comments[root] ?? null),
      answers: answers === null ? null : (comments[answers] ?? null),
      author,
      body: text,
      at: times[index] ?? world.calendar.now,
      mentioned: mentionsIn(text, namesOf(world, author)),
      isDeleted,
    })
  }
  return comments
}

/**
 * A root comes some hours after the previous root, a reply within about an hour or two. A thread
 * that would end in the future is compressed.
 */
function timesOf(said: Said[], post: Published, world: World, random: Random): Date[] {
  let elapsed = 0
  let rootAt = 0
  const offsets = said.map(({ root }) => {
    if (root === null) {
      rootAt += 20 * MINUTE + random.wait(14 * HOUR)
      elapsed = rootAt
    } else elapsed += 4 * MINUTE + random.wait(2 * HOUR)
    return elapsed
  })
  const last = Math.max(...offsets)
  const room = world.calendar.now.getTime() - post.at.getTime() - 3 * MINUTE
  const pace = Math.min(1, Math.max(room, 0) / last)
  return offsets.map((offset) => new Date(Math.round(post.at.getTime() + offset * pace)))
}

function namesOf(world: World, writer: Member) {
  return world.members.flatMap(({ uid, username }) =>
    username === null || uid === writer.uid
      ? []
      : [{ uid, username_key: usernameKey(username), notify_reply: 1 }],
  )
}

type CommentRow = {
  id: number
  post_id: number
  root_id: number | null
  reply_to_id: number | null
  author_id: number
  body: string
  created_at: string
}

export function commentRows(comments: readonly Comment[]): CommentRow[] {
  return comments.map(({ id, post, root, answers, author, body, at }) => ({
    id,
    post_id: post.id,
    root_id: root?.id ?? null,
    reply_to_id: answers?.id ?? null,
    author_id: author.uid,
    body,
    created_at: iso(at),
  }))
}

export function mentionRows(comments: readonly Comment[]): Row[] {
  return comments.flatMap(({ id, mentioned }) =>
    mentioned.map(({ uid, name }) => ({ comment_id: id, user_id: uid, name })),
  )
}

/**
 * Readers like some comments of a thread: a root more often than a reply, and comments of friendly
 * authors most often.
 */
export function commentLikes(
  world: World,
  comments: readonly Comment[],
): { comment_id: number; user_id: number; created_at: string }[] {
  const random = randomFrom('comment likes')
  return comments.flatMap(({ id, author, root, at }) =>
    world.members.flatMap((member) => {
      const likedAt = new Date(at.getTime() + 5 * MINUTE + random.wait(20 * HOUR))
      const isLiked = random.happens(member.warmth * author.warmth * (root === null ? 0.5 : 0.2))
      if (
        !isLiked ||
        member === author ||
        !world.calendar.hasCome(likedAt) ||
        world.joined(member) >= likedAt
      )
        return []
      return [{ comment_id: id, user_id: member.uid, created_at: iso(likedAt) }]
    }),
  )
}

/** A comment as written in the file of its post. */
interface Said {
  /** The name of the author in people.ts. */
  by: string
  text: string
  /** The index of the root in the same list; null for a root. */
  root: number | null
  /** The index of the comment that this one replies to; null for a root. */
  answers: number | null
  /** Whether an admin deleted it later. */
  isDeleted: boolean
}

/**
 * Parses one comment per line. `lin: text` is a root, `> ada: text` replies to the root before it,
 * `>> lin: text` replies to the line before it. `x lin: text` was deleted later. A line break is
 * written `\n`.
 */
function talkOf(lines: string): Said[] {
  const said: Said[] = []
  for (const line of lines.trim().split('\n')) {
    const match = /^\s*(>{0,2}) ?(x )?(\w+): (.+)$/.exec(line)
    if (!match) throw new Error(`not a comment: ${line}`)
    const [, depth = '', deleted, by = '', text = ''] = match
    const root = depth === '' ? null : said.findLastIndex((one) => one.root === null)
    const last = depth === '>' ? root : said.length - 1
    const answers = depth === '' ? null : last
    said.push({
      by,
      text: text.replaceAll('\\n', '\n'),
      root,
      answers,
      isDeleted: deleted !== undefined,
    })
  }
  return said
}
