import type { Answer } from './ask.ts'
import type { Person } from './person.ts'
import type { Act } from './world.ts'
import type { WriteLog } from './write-log.ts'

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

export const FOUND_FOLDERS = `
  SELECT 'folder:' || name AS fact, 'of ' || user_id AS value FROM folders WHERE is_default = 0`

export const makeFolder: Act = async ({ writeLog, count }, person) => {
  const name = `Folder ${count()}`
  return writeLog.write({
    fact: `folder:${name}`,
    next: `of ${person.uid}`,
    send: () => person.send('POST', '/api/folders', { name }),
  })
}

/** Sets the value, or clears it if it is set. Skips facts whose last write is unanswered. */
async function toggle(
  writeLog: WriteLog,
  person: Person,
  fact: string,
  set: string,
  path: string,
): Promise<Answer | null> {
  if (writeLog.isOpen(fact)) return null
  return writeLog.write({
    fact,
    next: writeLog.value(fact) === set ? null : set,
    send: () => person.send('POST', path),
  })
}
