import { jsonOf, type Person } from './people.ts'
import type { Act, Own, World } from './world.ts'

/**
 * A complete post: its tags are listed while it is public, each edit keeps the previous version, and a deletion is
 * charged, recorded and in the bin.
 */
export const FOUND_POSTS = `
  SELECT 'post:' || title AS fact, iif(deleted_at IS NULL, status, 'deleted') || ' ' || version || ' ' || body
    || ', tags ' || COALESCE(tags_listed, 0) || ', states ' || (SELECT COUNT(*) FROM post_revisions r WHERE r.post_id = p.id)
    || ', paid ' || COALESCE(-paid, 0) || ', moves ' || (SELECT COUNT(*) FROM post_moves m WHERE m.post_id = p.id)
    || ', binned ' || COALESCE(binned, 0) AS value
  FROM posts p
  LEFT JOIN (SELECT post_id AS id, COUNT(*) AS tags_listed FROM post_tags GROUP BY 1) USING (id)
  LEFT JOIN (SELECT post_id AS id, SUM(amount) AS paid FROM energy_log WHERE reason = 'delete_post' GROUP BY 1) USING (id)
  LEFT JOIN (SELECT post_id AS id, COUNT(*) AS binned FROM post_bin GROUP BY 1) USING (id)`

interface Written {
  version: number
  body: string
  isDeleted?: boolean
}

function inFull({ version, body, isDeleted = false }: Written): string {
  if (isDeleted) return `deleted ${version} ${body}, tags 0, states ${version - 2}, paid 2, moves 1, binned 1`
  return `approved ${version} ${body}, tags 2, states ${version - 1}, paid 0, moves 0, binned 0`
}

export const post: Act = async (world, person) => {
  const made = await publish(world, person)
  if (made) ownOf(world, person).posts.push(made)
}

export async function publish({ writeLog, count }: World, person: Person): Promise<Own['posts'][number] | null> {
  const n = count()
  const [title, body, key] = [`Post ${n}`, bodyOf(n, 1), `post ${n}`]
  const response = await writeLog.write({
    fact: `post:${title}`,
    next: inFull({ version: 1, body }),
    send: () => person.send('POST', '/api/studio/posts', { title, body, tags: ['proof', `tag ${n % 20}`] }, key),
    isRepeatable: true,
  })
  return response?.status === 201 ? { id: jsonOf<{ id: number }>(response).id, title, version: 1 } : null
}

export const edit: Act = async (world, person, random) => {
  const [own] = random.shuffled(ownOf(world, person).posts)
  if (!own) return post(world, person, random)
  const version = own.version + 1
  const body = bodyOf(own.id, version)
  const response = await world.writeLog.write({
    fact: `post:${own.title}`,
    next: inFull({ version, body }),
    send: () => person.send('PUT', `/api/studio/posts/${own.id}`, { body, version: own.version }),
  })
  if (response?.status === 200) own.version = version
  else drop(world, person, own)
  return response
}

export const deletePost: Act = async (world, person, random) => {
  const [own] = random.shuffled(ownOf(world, person).posts)
  if (!own) return post(world, person, random)
  drop(world, person, own)
  const body = own.version === 1 ? bodyOf(Number(own.title.slice('Post '.length)), 1) : bodyOf(own.id, own.version)
  return world.writeLog.write({
    fact: `post:${own.title}`,
    next: inFull({ version: own.version + 1, body, isDeleted: true }),
    send: () => person.send('DELETE', `/api/studio/posts/${own.id}`),
  })
}

export function ownOf({ own }: World, { uid }: Person): Own {
  const here = own.get(uid) ?? { posts: [], comments: [] }
  own.set(uid, here)
  return here
}

/** After an unanswered write the state of the post is unknown, so it is checked but not written again. */
function drop(world: World, person: Person, post: Own['posts'][number]): void {
  const own = ownOf(world, person)
  own.posts = own.posts.filter((one) => one !== post)
}

const bodyOf = (n: number, version: number) => `<p>Words of ${n}, as of version ${version}.</p>`

/** A complete comment, with its notices and the links of its mentions. */
export const FOUND_COMMENTS = `
  SELECT 'comment:' || body AS fact, iif(deleted_at IS NULL, 'there', 'deleted') || ' on ' || post_id || ', notices '
    || COALESCE(notices, 0) || ', named ' || (SELECT COUNT(*) FROM comment_mentions m WHERE m.comment_id = c.id) AS value
  FROM comments c
  LEFT JOIN (SELECT comment_id AS id, COUNT(*) AS notices FROM notifications WHERE comment_id IS NOT NULL GROUP BY 1) USING (id)`

export const comment: Act = async (world, person, random) => {
  const { writeLog, people, posts, count } = world
  const { id, author } = random.pick(posts)
  const named = random.happens(0.2) ? random.pick(people.filter((one) => one !== person)) : null
  const body = `Comment ${count()}${named ? ` @${named.name}` : ''}`
  const notified = new Set([author, named?.uid ?? author].filter((uid) => uid !== person.uid)).size
  const response = await writeLog.write({
    fact: `comment:${body}`,
    next: `there on ${id}, notices ${notified}, named ${named ? 1 : 0}`,
    send: () => person.send('POST', `/api/posts/${id}/comments`, { body }, body.slice(0, 64)),
    isRepeatable: true,
  })
  if (response?.status === 201) {
    const { id: commentId } = jsonOf<{ id: number }>(response)
    ownOf(world, person).comments.push({ id: commentId, body, notices: notified, post: id })
  }
}

export const deleteComment: Act = async (world, person, random) => {
  const own = ownOf(world, person)
  const [one] = random.shuffled(own.comments)
  if (!one) return comment(world, person, random)
  own.comments = own.comments.filter((other) => other !== one)
  const named = one.body.includes('@') ? 1 : 0
  return world.writeLog.write({
    fact: `comment:${one.body}`,
    next: `deleted on ${one.post}, notices ${one.notices}, named ${named}`,
    send: () => person.send('DELETE', `/api/comments/${one.id}`),
  })
}
