import type { Act } from './world.ts'

export const FOUND_REACTIONS = `
  SELECT 'reaction:' || user_id || ':' || post_id AS fact, 'like' AS value FROM post_likes
  UNION ALL SELECT 'reaction:' || user_id || ':' || post_id, 'dislike' FROM post_dislikes`

/** From none a toggle sets, from itself it clears, from the opposite it switches. */
export const react: Act = async ({ book, posts }, person, random) => {
  const { id } = random.pick(posts)
  const fact = `reaction:${person.uid}:${id}`
  if (book.isOpen(fact)) return
  const pressed = random.happens(0.8) ? 'like' : 'dislike'
  return book.write({
    fact,
    next: book.value(fact) === pressed ? null : pressed,
    send: () => person.send('POST', `/api/posts/${id}/${pressed}`),
  })
}

export const FOUND_FOLLOWS = `
  SELECT 'follow:' || follower_id || ':' || followed_id AS fact, 'told ' || (
    SELECT COUNT(*) FROM notifications n WHERE n.user_id = followed_id AND n.kind = 'NotifyFollow' AND n.actor_id = follower_id
  ) AS value FROM user_follows`

export const follow: Act = async ({ book, people }, person, random) => {
  const { uid } = random.pick(people.filter((one) => one !== person))
  const fact = `follow:${person.uid}:${uid}`
  if (book.isOpen(fact)) return
  return book.write({
    fact,
    next: book.value(fact) === null ? 'told 1' : null,
    send: () => person.send('POST', `/api/users/${uid}/follow`),
  })
}

/** Saved in the default folder, which is made with the first. */
export const FOUND_FAVORITES = `
  SELECT 'favorite:' || i.user_id || ':' || post_id AS fact, 'in ' || COUNT(f.id) || ' folders of theirs' AS value
  FROM folder_items i LEFT JOIN folders f ON f.id = folder_id AND f.user_id = i.user_id AND is_default = 1
  GROUP BY 1`

export const favorite: Act = async ({ book, posts }, person, random) => {
  const { id } = random.pick(posts)
  const fact = `favorite:${person.uid}:${id}`
  if (book.isOpen(fact)) return
  return book.write({
    fact,
    next: book.value(fact) === null ? 'in 1 folders of theirs' : null,
    send: () => person.send('POST', `/api/posts/${id}/favorite`),
  })
}

export const FOUND_FOLDERS = `
  SELECT 'folder:' || name AS fact, 'of ' || user_id AS value FROM folders WHERE is_default = 0`

export const makeFolder: Act = async ({ book, count }, person) => {
  const name = `Folder ${count()}`
  return book.write({
    fact: `folder:${name}`,
    next: `of ${person.uid}`,
    send: () => person.send('POST', '/api/folders', { name }),
  })
}
