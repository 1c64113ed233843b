import { jsonOf } from './ask.ts'
import { ownOf } from './posts.ts'
import type { Act } from './world.ts'

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
  const answer = await writeLog.write({
    fact: `comment:${body}`,
    next: `there on ${id}, notices ${notified}, named ${named ? 1 : 0}`,
    send: () => person.send('POST', `/api/posts/${id}/comments`, { body }, body.slice(0, 64)),
    isRepeatable: true,
  })
  if (answer?.status === 201) {
    const { id: commentId } = jsonOf<{ id: number }>(answer)
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
