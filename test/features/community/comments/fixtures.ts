import { sql } from 'drizzle-orm'
import type { Comment, RootComment } from '#features/community/comments/comment.ts'
import { type Client, type PostFacts, type UserFacts, World } from '#test/world.ts'

/** A post, its author, and a member who reads it. */
export async function setUp(facts: { reader?: UserFacts; post?: Partial<PostFacts> } = {}) {
  const world = new World()
  const [author, reader] = await world.members([{}, facts.reader ?? {}])
  const post = await world.post({ author: author.user, ...facts.post })
  return { world, author, reader, post }
}

/** Writes a comment one second after the previous one, and returns the answer of the API. */
export async function comment(by: Client, postId: number, body = 'Well said.'): Promise<Comment> {
  by.world.wait(1000)
  return (await by.post(`/api/posts/${postId}/comments`, { body })).json
}

export async function reply(
  by: Client,
  commentId: number,
  body = 'Indeed.',
  more: object = {},
): Promise<Comment> {
  by.world.wait(1000)
  return (await by.post(`/api/comments/${commentId}/reply`, { body, ...more })).json
}

/**
 * Comments, each one second after the previous one, or replies to `root`. Written by SQL, because a
 * request takes ten times as long.
 */
export async function writeComments(
  by: Client & { user: { uid: number } },
  postId: number,
  count: number,
  root?: number,
) {
  const { world, user } = by
  const rows = await world.db.batch(
    Array.from({ length: count }, (_, n) => {
      const at = new Date(world.now.getTime() + (n + 1) * 1000).toISOString()
      return sql<{ id: number }>`
        INSERT INTO comments (post_id, root_id, reply_to_id, author_id, body, created_at)
        VALUES (${postId}, ${root ?? null}, ${root ?? null}, ${user.uid}, ${`No. ${n}`}, ${at}) RETURNING id`
    }),
  )
  world.wait(count * 1000)
  return rows.flat().map(({ id }) => id)
}

export async function roots(by: Client, postId: number, query = ''): Promise<RootComment[]> {
  return (await by.get(`/api/posts/${postId}/comments${query}`)).json.items
}

/** The ids of all items of a list, page by page. */
export async function pages(by: Client, path: string, limit: number): Promise<number[][]> {
  const found: number[][] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`
    const { items, next_cursor } = (await by.get(`${path}limit=${limit}${more}`)).json
    found.push(items.map(({ id }: { id: number }) => id))
    cursor = next_cursor
  } while (cursor !== null)
  return found
}

export async function countOf(world: World, postId: number): Promise<number> {
  const row = await world.db.first(
    sql<{ comments_count: number }>`SELECT comments_count FROM posts WHERE id = ${postId}`,
  )
  return row?.comments_count ?? -1
}

/** The kinds of the comment notices of a user, newest first. */
export async function commentNotices(person: Client): Promise<string[]> {
  const { items } = (await person.get('/api/messages')).json
  return items
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) =>
      ['NotifyComment', 'NotifyCommentReply', 'NotifyMention'].includes(kind),
    )
}

/** The ids of the comments on a page. */
export const idsIn = (page: string) =>
  [...page.matchAll(/id="comment-(\d+)"/g)].map(([, id]) => Number(id))
