import { sql } from 'drizzle-orm'
import type { User } from '#db/schema/core.ts'
import {
  type CommentNotice,
  commentNotice,
  followNotice,
  mentionNotice,
  replyNotice,
  systemNotice,
} from '#features/core/notifications/notices.ts'
import { dayOf } from '#kernel/clock.ts'
import type { World } from '#test/world.ts'

/** A comment without notifications yet. */
function commentTo(to: User, by: User, facts: Partial<CommentNotice> = {}): CommentNotice {
  return { to: to.uid, by: by.uid, postId: 7, title: 'Ohm’s law', excerpt: 'Well put', ...facts }
}

/** One notice of every kind except the like digest, one second apart. */
export async function oneOfEach(world: World, to: User, by: User): Promise<void> {
  const builders = [
    () => commentNotice(commentTo(to, by), world.now),
    () => replyNotice(commentTo(to, by), world.now),
    () => mentionNotice(commentTo(to, by), world.now),
    () => followNotice({ to: to.uid, by: by.uid }, world.now),
    () => systemNotice({ to: to.uid, about: { event: 'profile_approved' } }, world.now),
  ]
  for (const build of builders) {
    world.wait(1000)
    await world.db.batch([build()])
  }
}

/** Notices of comments, one second apart, newest last. */
export async function manyComments(world: World, to: User, by: User, count: number): Promise<void> {
  const statements = Array.from({ length: count }, () => {
    world.wait(1000)
    return commentNotice(commentTo(to, by), world.now)
  })
  await world.db.batch(statements)
}

/** The likes of one post on one day, as the reactions feature counts them. */
export async function likesOf(
  world: World,
  author: User,
  postId: number,
  likes: number,
  day = dayOf(world.now),
) {
  await world.db.batch([
    sql`INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others)
        VALUES (${postId}, ${day}, ${author.uid}, ${likes}, ${likes})
        ON CONFLICT (post_id, day) DO UPDATE SET likes = excluded.likes, likes_of_others = excluded.likes`,
  ])
}

let posts = 1_000_000

export function freshPost(): number {
  return ++posts
}
