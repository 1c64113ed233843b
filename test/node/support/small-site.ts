import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { Meter, openDb } from '#db/client.ts'
import { remember } from '#features/core/site/state.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { reindexHere } from '../../../scripts/commands/reindex.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { ensureOwner } from '../../../scripts/site/owner.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'
import { openStorageIn } from './storage.ts'

export const OWNER = { email: 'owner@joule.test', password: 'a password for the test' }

/**
 * Creates the data of a small site in a folder: at least one row of every kind that users create.
 */
export function putSmallSite(data: string): Promise<void> {
  return copyOf('small-site', data, fill)
}

/** Creates the data of a site that has only its owner (10001). */
export function putEmptySite(data: string): Promise<void> {
  return copyOf('empty-site', data, begin)
}

async function begin({ DB, SEARCH }: SiteStorage): Promise<void> {
  await migrate(DB, inRoot('migrations/db'))
  await migrate(SEARCH, inRoot('migrations/search'))
  await ensureOwner(localQuery(DB), OWNER, new Date(`${DAY}T00:00:00.000Z`))
}

async function fill(storage: SiteStorage): Promise<void> {
  const { DB, SEARCH, IMAGES } = storage
  await begin(storage)
  for (const key of IMAGE_KEYS)
    await IMAGES.put(key, key, { httpMetadata: { contentType: 'image/png' } })
  await DB.batch([DB.prepare(ROWS)])
  const db = openDb(DB, new Meter())
  await sumUp(db)
  await db.batch([remember('seed', 'done')])
  await reindexHere({ DB, SEARCH })
}

const DAY = '2026-10-01'
const at = (hour: number) => `'${DAY}T${String(hour).padStart(2, '0')}:00:00.000Z'`

/** Each image is in the post of its number. The last two belong to a comment and an avatar. */
const IMAGE_KEYS = Array.from({ length: 8 }, (_, n) => `image-${'n'.repeat(15)}${n + 1}.png`)

const POSTS = [
  { author: 10002, status: 'approved', title: 'A lamp that lasts', tags: ['light', 'home'] },
  { author: 10002, status: 'approved', title: 'Bread without hurry', tags: ['bread'] },
  { author: 10003, status: 'approved', title: '阳台上的番茄', tags: ['番茄', 'home'] },
  { author: 10003, status: 'approved', title: 'Notes on SQLite', tags: ['sqlite', 'light'] },
  { author: 10004, status: 'approved', title: '慢慢走路', tags: ['番茄'] },
  { author: 10002, status: 'approved', title: 'Trains at night', tags: ['home'] },
  { author: 10003, status: 'pending', title: 'Waiting for review', tags: [] },
  { author: 10004, status: 'draft', title: 'Not finished', tags: [] },
]

const posts = POSTS.map(({ author, status, title, tags }, n) => {
  const image = n < 6 ? `<img src="/images/${IMAGE_KEYS[n]}" alt="">` : ''
  const published = status === 'approved' ? at(n + 1) : 'NULL'
  const body = `<p>${title}, written down.</p>${image}`
  const pairs = JSON.stringify(tags.map((tag) => [tag, tag]))
  return `(${author}, '${status}', '${title}', '${title}.', '${body}', '${pairs}', ${at(n + 1)}, ${at(n + 1)}, ${published})`
})

/** The authors of the posts and of the comment, and the owner of the avatar. */
const UPLOADERS = [...POSTS.slice(0, 6).map(({ author }) => author), 10004, 10002]

const images = IMAGE_KEYS.map(
  (key, n) =>
    `('${key}', ${UPLOADERS[n]}, '${['post', 'post', 'post', 'post', 'post', 'post', 'comment', 'avatar'][n]}', 'image/png', 1, 1, ${key.length}, ${at(0)})`,
)

/** The triggers of the database compute the counters. */
const ROWS = `
  INSERT INTO users (uid, email, username, username_key, exp, created_at) VALUES
    (10002, 'ada@joule.test', 'Ada', 'ada', 60, ${at(0)}),
    (10003, 'lin@joule.test', '林小满', '林小满', 30, ${at(0)}),
    (10004, 'kenji@joule.test', 'kenji', 'kenji', 1, ${at(0)});
  INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at) VALUES ${images.join(', ')};
  UPDATE users SET avatar_key = '${IMAGE_KEYS[7]}' WHERE uid = 10002;
  INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at) VALUES ${posts.join(', ')};
  INSERT INTO post_images (post_id, image_key)
    SELECT posts.id, key FROM images JOIN posts ON instr(posts.body, key) > 0;
  INSERT INTO post_moves (post_id, actor_id, move, from_status, to_status, created_at)
    VALUES (7, 10003, 'submit', 'draft', 'pending', ${at(8)});
  INSERT INTO user_follows (follower_id, followed_id, created_at) VALUES
    (10002, 10003, ${at(9)}), (10003, 10002, ${at(9)}), (10004, 10002, ${at(10)});
  INSERT INTO post_likes (user_id, post_id, created_at)
    SELECT uid, posts.id, ${at(11)} FROM users JOIN posts ON author_id <> uid AND posts.status = 'approved' AND posts.id < 5;
  INSERT INTO post_dislikes (user_id, post_id, created_at) VALUES (10002, 5, ${at(11)});
  INSERT INTO folders (user_id, name, public, is_default, created_at) VALUES
    (10002, 'Favourites', 0, 1, ${at(10)}), (10002, 'To read again', 1, 0, ${at(10)});
  INSERT INTO folder_items (folder_id, post_id, user_id, created_at) VALUES
    (1, 3, 10002, ${at(12)}), (2, 4, 10002, ${at(12)}), (2, 5, 10002, ${at(12)});
  INSERT INTO comments (post_id, root_id, reply_to_id, author_id, body, image_id, created_at) VALUES
    (1, NULL, NULL, 10003, 'Which lamp is it?', NULL, ${at(13)}),
    (1, 1, 1, 10002, 'An old one, @林小满.', NULL, ${at(14)}),
    (3, NULL, NULL, 10004, 'Here is mine.', (SELECT id FROM images WHERE purpose = 'comment'), ${at(14)});
  INSERT INTO comment_mentions (comment_id, user_id, name) VALUES (2, 10003, '林小满');
  INSERT INTO comment_likes (comment_id, user_id, created_at) VALUES (1, 10002, ${at(15)}), (2, 10003, ${at(15)});
  INSERT INTO user_check_ins (user_id, day, created_at) VALUES (10002, '${DAY}', ${at(1)}), (10003, '${DAY}', ${at(1)});
  INSERT INTO energy_log (id, user_id, amount, reason, balance_after, post_id, created_at) VALUES
    (1, 10002, 5, 'checkin', 5, NULL, ${at(1)}),
    (2, 10003, 5, 'checkin', 5, NULL, ${at(1)}),
    (3, 10003, -2, 'energize', 3, 1, ${at(12)}),
    (4, 10002, 2, 'energized', 7, 1, ${at(12)});
  INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at) VALUES (3, 10003, 1, 2, 20, ${at(12)});
  INSERT INTO daily_exp_summary (user_id, day, exp) VALUES (10003, '${DAY}', 20);
  INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, once_key, created_at) VALUES
    (10002, 'NotifyComment', 'comment', 1, 10003, '{"title":"A lamp that lasts","excerpt":"Which lamp is it?"}', 'comment:1', ${at(13)}),
    (10003, 'NotifyFollow', 'follow', 10002, 10002, '{}', 'follow:10002', ${at(9)});
  INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, ip, public, reason, created_at)
    VALUES (10001, 'post.approve', 'post', '1', 10002, '127.0.0.1', 1, 'fine', ${at(2)});
`

/**
 * Copies a data folder that is created once per run: creating one takes longer than most tests on
 * it.
 */
async function copyOf(
  name: string,
  to: string,
  make: (storage: SiteStorage) => Promise<void>,
): Promise<void> {
  const made = join(inject('sharedFolder'), name)
  if (!existsSync(made)) {
    const aside = await mkdtemp(`${made}-`)
    const { storage, stop } = await openStorageIn(aside)
    await make(storage)
    await stop()
    // Two processes may create it concurrently: the first one wins.
    await rename(aside, made).catch(() => rm(aside, { recursive: true }))
  }
  await cp(made, to, { recursive: true })
}
