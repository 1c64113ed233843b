import { deflateSync } from 'node:zlib'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { pngFile } from '../../../test/features/core/images/hostile.ts'
import { anonymously, jsonOf, PASSWORD, Person, type SiteResponse } from './people.ts'
import { comment, deleteComment, deletePost, edit, FOUND_COMMENTS, FOUND_POSTS, post } from './posts.ts'
import type { Act, World } from './world.ts'
import type { WriteLog } from './write-log.ts'

/** A complete account: its name with the completed task, a session, and the confirmation mail. */
export const FOUND_PEOPLE = `
  SELECT 'person:' || email AS fact, username || ', tasks ' || (
      SELECT COUNT(*) FROM user_tasks t WHERE t.user_id = uid AND task = 'username')
    || ', sessions ' || (SELECT COUNT(*) FROM sessions s WHERE s.user_id = uid)
    || ', mails ' || (SELECT COUNT(*) FROM outbox o WHERE o.user_id = uid) AS value
  FROM users WHERE role = 'user'`

export const register: Act = async (world) => {
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
export function addressOf(n: number): string {
  return `10.${Math.floor(n / 65_536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`
}

export const FOUND_REACTIONS = `
  SELECT 'reaction:' || user_id || ':' || post_id AS fact, 'like' AS value FROM post_likes
  UNION ALL SELECT 'reaction:' || user_id || ':' || post_id, 'dislike' FROM post_dislikes`

/** A toggle sets an empty value, clears its own value, and switches the opposite value. */
export const react: Act = async ({ writeLog, posts }, person, random) => {
  const { id } = random.pick(posts)
  const pressed = random.happens(0.8) ? 'like' : 'dislike'
  return toggle(writeLog, person, `reaction:${person.uid}:${id}`, pressed, `/api/posts/${id}/${pressed}`)
}

export const FOUND_FOLLOWS = `
  SELECT 'follow:' || follower_id || ':' || followed_id AS fact, 'notices ' || (
    SELECT COUNT(*) FROM notifications n WHERE n.user_id = followed_id AND n.kind = 'NotifyFollow' AND n.actor_id = follower_id
  ) AS value FROM user_follows`

export const follow: Act = async ({ writeLog, people }, person, random) => {
  const { uid } = random.pick(people.filter((one) => one !== person))
  return toggle(writeLog, person, `follow:${person.uid}:${uid}`, 'notices 1', `/api/users/${uid}/follow`)
}

/** Saved in the default folder, which is created with the first item. */
export const FOUND_FAVORITES = `
  SELECT 'favorite:' || i.user_id || ':' || post_id AS fact, 'in ' || COUNT(f.id) || ' folders of theirs' AS value
  FROM folder_items i LEFT JOIN folders f ON f.id = folder_id AND f.user_id = i.user_id AND is_default = 1
  GROUP BY 1`

export const favorite: Act = async ({ writeLog, posts }, person, random) => {
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
export const FOUND_ENERGY = `
  SELECT 'energy:' || l.user_id || ':' || l.post_id AS fact,
    'given ' || SUM(l.amount) || ', paid ' || COALESCE(-SUM(paid.amount), 0) || ', got ' || COALESCE(SUM(got.amount), 0) AS value
  FROM post_energize_log l
  LEFT JOIN energy_log paid ON paid.id = l.id AND paid.user_id = l.user_id AND paid.reason = 'energize'
  LEFT JOIN energy_log got ON got.id = l.id + 1 AND got.post_id = l.post_id AND got.reason = 'energized'
  GROUP BY l.user_id, l.post_id`

export const energize: Act = async ({ writeLog, posts, count }, person, random) => {
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
export const FOUND_PICTURES = `
  SELECT 'picture:' || width || 'x' || height AS fact, 'of ' || user_id || ', bytes ' || bytes AS value FROM images`

export const upload: Act = async ({ writeLog, count, pictures }, person) => {
  const bytes = pictureOf(count())
  const { width, height } = sizeOf(bytes)
  const response = await writeLog.write({
    fact: `picture:${width}x${height}`,
    next: `of ${person.uid}, bytes ${bytes.length}`,
    send: () => person.send('POST', '/api/posts/upload-image', bytes),
  })
  if (response?.status === 201) pictures.push({ url: jsonOf<{ url: string }>(response).url, bytes })
}

const NARROWEST = 16
const WIDTHS = 400

function pictureOf(n: number): Uint8Array {
  const width = NARROWEST + (n % WIDTHS)
  const height = NARROWEST + Math.floor(n / WIDTHS)
  const row = width * 3 + 1
  // Each row starts with its filter type, 0.
  const rows = Uint8Array.from({ length: row * height }, (_, at) => (at % row === 0 ? 0 : (at * 7 + n * 31) % 256))
  return pngFile(width, height, [8, 2, 0], deflateSync(rows))
}

function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
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
