import { deflateSync } from 'node:zlib'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { pngFile } from '../../../test/features/core/images/hostile.ts'
import { anonymously, jsonOf, PASSWORD, Person, type SiteResponse } from './people.ts'
import type { Act, Own, World, WriteLog } from './world.ts'

/** A complete account: its name with the completed task, a session, and the confirmation mail. */
const FOUND_PEOPLE = `
  SELECT 'person:' || email AS fact, username || ', tasks ' || (
      SELECT COUNT(*) FROM user_tasks t WHERE t.user_id = uid AND task = 'username')
    || ', sessions ' || (SELECT COUNT(*) FROM sessions s WHERE s.user_id = uid)
    || ', mails ' || (SELECT COUNT(*) FROM outbox o WHERE o.user_id = uid) AS value
  FROM users WHERE role = 'user'`

const register: Act = async (world) => {
  await signUp(world, world.count())
}

/** Null without a response. */
export async function signUp({ ask, writeLog }: World, n: number, from = addressOf(n)): Promise<Person | null> {
  const [email, username] = [`p${n}@proof.test`, `p${n}`]
  const response = await writeLog.write({
    fact: `person:${email}`,
    next: `${username}, tasks 1, sessions 1, mails 1`,
    send: () => anonymously(ask, '/api/auth/register', { email, username, password: PASSWORD }, from),
  })
  return response?.status === 201 ? new Person(ask, username, addressOf(n), jsonOf(response)) : null
}

/** The limit is a hundred registrations per address and hour. */
function addressOf(n: number): string {
  return `10.${Math.floor(n / 65_536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`
}

const FOUND_REACTIONS = `
  SELECT 'reaction:' || user_id || ':' || post_id AS fact, 'like' AS value FROM post_likes
  UNION ALL SELECT 'reaction:' || user_id || ':' || post_id, 'dislike' FROM post_dislikes`

/** A toggle sets an empty value, clears its own value, and switches the opposite value. */
const react: Act = async ({ writeLog, posts }, person, random) => {
  const { id } = random.pick(posts)
  const pressed = random.happens(0.8) ? 'like' : 'dislike'
  return toggle(writeLog, person, `reaction:${person.uid}:${id}`, pressed, `/api/posts/${id}/${pressed}`)
}

const FOUND_FOLLOWS = `
  SELECT 'follow:' || follower_id || ':' || followed_id AS fact, 'notices ' || (
    SELECT COUNT(*) FROM notifications n WHERE n.user_id = followed_id AND n.kind = 'NotifyFollow' AND n.actor_id = follower_id
  ) AS value FROM user_follows`

const follow: Act = async ({ writeLog, people }, person, random) => {
  const { uid } = random.pick(people.filter((one) => one !== person))
  return toggle(writeLog, person, `follow:${person.uid}:${uid}`, 'notices 1', `/api/users/${uid}/follow`)
}

/** Saved in the default folder, which is created with the first item. */
const FOUND_FAVORITES = `
  SELECT 'favorite:' || i.user_id || ':' || post_id AS fact, 'in ' || COUNT(f.id) || ' folders of theirs' AS value
  FROM folder_items i LEFT JOIN folders f ON f.id = folder_id AND f.user_id = i.user_id AND is_default = 1
  GROUP BY 1`

const favorite: Act = async ({ writeLog, posts }, person, random) => {
  const { id } = random.pick(posts)
  return toggle(writeLog, person, `favorite:${person.uid}:${id}`, 'in 1 folders of theirs', `/api/posts/${id}/favorite`)
}

/** Sets the value, or clears it if it is set. Skips facts whose last write is unanswered. */
async function toggle(
  writeLog: WriteLog,
  person: Person,
  fact: string,
  set: string,
  path: string,
): Promise<SiteResponse | null> {
  if (writeLog.isOpen(fact)) return null
  return writeLog.write({
    fact,
    next: writeLog.value(fact) === set ? null : set,
    send: () => person.send('POST', path),
  })
}

/** The energy that a user gave to a post, with the ledger entries of the giver and the author. */
const FOUND_ENERGY = `
  SELECT 'energy:' || l.user_id || ':' || l.post_id AS fact,
    'given ' || SUM(l.amount) || ', paid ' || COALESCE(-SUM(paid.amount), 0) || ', got ' || COALESCE(SUM(got.amount), 0) AS value
  FROM post_energize_log l
  LEFT JOIN energy_log paid ON paid.id = l.id AND paid.user_id = l.user_id AND paid.reason = 'energize'
  LEFT JOIN energy_log got ON got.id = l.id + 1 AND got.post_id = l.post_id AND got.reason = 'energized'
  GROUP BY l.user_id, l.post_id`

const energize: Act = async ({ writeLog, posts, count }, person, random) => {
  const { id, author } = random.pick(posts)
  const fact = `energy:${person.uid}:${id}`
  const form = random.happens(0.5) ? 'light' : 'heavy'
  const given = givenBy(writeLog.value(fact)) + ENERGIZE_COST[form]
  if (author === person.uid || writeLog.isOpen(fact) || given > ENERGIZE_CAP) return
  const key = `energy ${count()}`
  return writeLog.write({
    fact,
    next: `given ${given}, paid ${given}, got ${given}`,
    send: () => person.send('POST', '/api/energy/energize', { post_id: id, form }, key),
    isRepeatable: true,
  })
}

export function givenBy(value: string | null): number {
  return Number(/^given (\d+)/.exec(value ?? '')?.[1] ?? 0)
}

/** Identified by its size, because an unanswered upload has no name: each image has different dimensions. */
const FOUND_PICTURES = `
  SELECT 'picture:' || width || 'x' || height AS fact, 'of ' || user_id || ', bytes ' || bytes AS value FROM images`

const upload: Act = async ({ writeLog, count, pictures }, person) => {
  const { bytes, width, height } = pictureOf(count())
  const response = await writeLog.write({
    fact: `picture:${width}x${height}`,
    next: `of ${person.uid}, bytes ${bytes.length}`,
    send: () => person.send('POST', '/api/posts/upload-image', bytes),
  })
  if (response?.status === 201) pictures.push({ url: jsonOf<{ url: string }>(response).url, bytes })
}

const NARROWEST = 16
const WIDTHS = 400

function pictureOf(n: number) {
  const width = NARROWEST + (n % WIDTHS)
  const height = NARROWEST + Math.floor(n / WIDTHS)
  const row = width * 3 + 1
  // Each row starts with its filter type, 0.
  const rows = Uint8Array.from({ length: row * height }, (_, at) => (at % row === 0 ? 0 : (at * 7 + n * 31) % 256))
  return { bytes: pngFile(width, height, [8, 2, 0], deflateSync(rows)), width, height }
}

/**
 * A complete post: its tags are listed while it is public, each edit keeps the previous version, and a deletion is
 * charged, recorded and in the bin.
 */
const FOUND_POSTS = `
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

const post: Act = async (world, person) => {
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

const edit: Act = async (world, person, random) => {
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

const deletePost: Act = async (world, person, random) => {
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

function ownOf({ own }: World, { uid }: Person): Own {
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
const FOUND_COMMENTS = `
  SELECT 'comment:' || body AS fact, iif(deleted_at IS NULL, 'there', 'deleted') || ' on ' || post_id || ', notices '
    || COALESCE(notices, 0) || ', named ' || (SELECT COUNT(*) FROM comment_mentions m WHERE m.comment_id = c.id) AS value
  FROM comments c
  LEFT JOIN (SELECT comment_id AS id, COUNT(*) AS notices FROM notifications WHERE comment_id IS NOT NULL GROUP BY 1) USING (id)`

const comment: Act = async (world, person, random) => {
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

const deleteComment: Act = async (world, person, random) => {
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

/** The actions and their frequency in hundredths. A registration takes as long as fifty likes. */
const ACTS: [Act, number][] = [
  [react, 22],
  [energize, 20],
  [comment, 18],
  [follow, 8],
  [favorite, 8],
  [post, 7],
  [deleteComment, 5],
  [edit, 4],
  [upload, 3],
  [deletePost, 1],
  [register, 1],
]

const LOTS = ACTS.flatMap(([act, times]) => Array<Act>(times).fill(act))

/** Draws the next action of a user. */
export const anyAct = (random: Random): Act => random.pick(LOTS)

/** Each query reads one kind of fact from the main database. */
export const FOUND = [
  FOUND_PEOPLE,
  FOUND_POSTS,
  FOUND_COMMENTS,
  FOUND_REACTIONS,
  FOUND_FOLLOWS,
  FOUND_FAVORITES,
  FOUND_ENERGY,
  FOUND_PICTURES,
]
