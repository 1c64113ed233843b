import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { aboutPost, day, FIRST_UID, hash, iso, momentAfter, numbers, type Plan } from './plan.ts'
import { Texts } from './texts.ts'

/** The first user is the owner; each has enough energy to spend. */
export function writePeople(file: DatabaseSync, { people, follows }: Plan, now: Date): void {
  const began = iso(`${Math.floor(now.getTime() / 1000)} - (3 * 366 - n % 300) * 86400`)
  file.exec(`
    ${numbers(people)}
    INSERT INTO users (uid, email, password_hash, username, username_key, signature, exp, role, created_at)
    SELECT ${FIRST_UID} - 1 + n, 'reader' || n || '@example.com', 'none', 'reader' || n, 'reader' || n, 'Reads before writing.',
      10 + ${hash('n')} % 12000, iif(n = 1, 'owner', 'user'), ${began}
    FROM numbers;
    ${numbers(follows)}
    INSERT INTO user_follows (follower_id, followed_id, created_at)
    SELECT follower, followed, MIN(at) FROM (
      SELECT ${FIRST_UID} + ${hash('n')} % ${people} AS follower, ${FIRST_UID} + ${hash('n * 3 + 1')} % ${people} AS followed,
        ${iso(`${Math.floor(now.getTime() / 1000)} - n % 86400 * 300`)} AS at
      FROM numbers)
    WHERE follower <> followed GROUP BY follower, followed;
    INSERT INTO folders (user_id, name, is_default, public, created_at)
    SELECT uid, 'Saved', 1, uid % 2, created_at FROM users;
    CREATE TEMP TABLE followed AS SELECT followed_id AS uid, COUNT(*) AS count FROM user_follows GROUP BY followed_id;
    CREATE UNIQUE INDEX temp.followed_by ON followed (uid);
    UPDATE users SET
      followers_count = COALESCE((SELECT count FROM followed f WHERE f.uid = users.uid), 0),
      following_count = (SELECT COUNT(*) FROM user_follows WHERE follower_id = users.uid)`)
}

const PHRASES = 997

/** Comments with one reply each, and notices for every eighth. */
export function writeTalk(file: DatabaseSync, { posts, people, threads }: Plan, now: Date): void {
  keepPhrases(file)
  const randomUser = (salt: number) => `${FIRST_UID} + ${hash(`n * 5 + ${salt}`)} % ${people}`
  file.exec(`
    CREATE TEMP TABLE threads AS
    ${numbers(threads)}
    SELECT n, p.id AS post, p.author, ${momentAfter('p.at', 'n', now)} AS at, ${randomUser(1)} AS asks, ${randomUser(2)} AS answers
    FROM numbers CROSS JOIN plan p ON p.id = ${aboutPost('n', posts)} WHERE p.status = 'approved';
    INSERT INTO comments (id, post_id, root_id, reply_to_id, author_id, body, replies_count, created_at)
    SELECT 2 * threads.n - 1, post, NULL, NULL, asks, a.text || ' ' || b.text, 1, ${iso('at')}
    FROM threads CROSS JOIN phrases a ON a.n = threads.n % ${PHRASES} CROSS JOIN phrases b ON b.n = threads.n / 7 % ${PHRASES}
    UNION ALL
    SELECT 2 * threads.n, post, 2 * threads.n - 1, 2 * threads.n - 1, answers, text, 0, ${iso('at + 1')}
    FROM threads CROSS JOIN phrases ON phrases.n = threads.n / 3 % ${PHRASES}
    ORDER BY 1;
    INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, read, created_at, comment_id)
    SELECT author, 'NotifyComment', 'comment', post, asks, json_object('title', 'A post', 'excerpt', 'A comment'), n % 16 > 0,
      ${iso('at')}, 2 * n - 1
    FROM threads WHERE n % 8 = 0 AND author <> asks;
    INSERT INTO unread_counts (user_id, kind, category, unread, since)
    SELECT user_id, kind, category, COUNT(*), MIN(created_at) FROM notifications WHERE read = 0 GROUP BY user_id, kind;
    CREATE TEMP TABLE comments_of AS SELECT post, 2 * COUNT(*) AS count FROM threads GROUP BY post;
    CREATE TEMP TABLE comments_a_day AS
    SELECT author, post, day, COUNT(*) AS count FROM (
      SELECT author, post, ${day('at')} AS day FROM threads UNION ALL SELECT author, post, ${day('at + 1')} FROM threads)
    GROUP BY author, day, post`)
}

function keepPhrases(file: DatabaseSync): void {
  file.exec('CREATE TEMP TABLE phrases (n INTEGER PRIMARY KEY, text TEXT)')
  const keep = file.prepare('INSERT INTO phrases VALUES (?, ?)')
  const texts = new Texts('comments')
  for (let n = 0; n < PHRASES; n++) keep.run(n, texts.sentence())
}

/** Likes, favourites, energizes with their ledger entries, and their daily sums. */
export function writeReactions(file: DatabaseSync, plan: Plan, now: Date): void {
  happen(file, 'liked', plan.likes, plan, 3, now)
  happen(file, 'saved', plan.favorites, plan, 4, now)
  happen(file, 'energized', plan.energizes, plan, 5, now)
  file.exec(`
    INSERT INTO post_likes (user_id, post_id, created_at) SELECT uid, post, ${iso('at')} FROM liked ORDER BY uid, post;
    INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
    SELECT f.id, post, uid, ${iso('at')} FROM saved JOIN folders f ON f.user_id = uid ORDER BY f.id, post;
    INSERT INTO favorites (user_id, post_id, folders, created_at) SELECT uid, post, 1, ${iso('at')} FROM saved ORDER BY uid, post;
    CREATE TEMP TABLE item_counts AS SELECT folder_id, COUNT(*) AS count FROM folder_items GROUP BY folder_id;
    CREATE UNIQUE INDEX temp.item_counts_folder ON item_counts (folder_id);
    UPDATE folders SET items_count = COALESCE((SELECT count FROM item_counts WHERE folder_id = folders.id), 0)`)
  writeEnergy(file)
}

/** Reactions of one kind: at most one per user and post, never by the author. */
function happen(
  file: DatabaseSync,
  table: string,
  count: number,
  { posts, people }: Plan,
  salt: number,
  now: Date,
): void {
  file.exec(`
    CREATE TEMP TABLE ${table} AS
    ${numbers(count)}
    SELECT ${FIRST_UID} + ${hash(`n * 11 + ${salt}`)} % ${people} AS uid, p.id AS post, p.author,
      MIN(${momentAfter('p.at', `n + ${salt}`, now)}) AS at
    FROM numbers CROSS JOIN plan p ON p.id = ${aboutPost(`(n + ${salt})`, posts)}
    WHERE p.status = 'approved' GROUP BY 1, 2 HAVING uid <> p.author`)
}

function writeEnergy(file: DatabaseSync): void {
  file.exec(`
    INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, created_at)
    SELECT user_id, amount, reason, SUM(amount) OVER (PARTITION BY user_id ORDER BY at, turn, post ROWS UNBOUNDED PRECEDING), post,
      ${iso('at')}
    FROM (
      SELECT uid AS user_id, 100000 AS amount, 'admin_adjust' AS reason, NULL AS post, 0 AS at, 0 AS turn FROM users
      UNION ALL SELECT uid, -1, 'energize', post, at, uid FROM energized
      UNION ALL SELECT author, 1, 'energized', post, at, uid FROM energized)
    ORDER BY at, turn, post, reason;
    INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
    SELECT id, user_id, post_id, -amount, 0, created_at FROM energy_log WHERE reason = 'energize' ORDER BY id;
    INSERT INTO ledger_days (day, first_id, last_id)
    SELECT date(created_at, '+8 hours'), MIN(id), MAX(id) FROM energy_log GROUP BY 1;
    CREATE TEMP TABLE balances AS SELECT user_id, SUM(amount) AS energy FROM energy_log GROUP BY user_id;
    CREATE UNIQUE INDEX temp.balance_of ON balances (user_id);
    UPDATE users SET energy = (SELECT energy FROM balances WHERE user_id = uid)`)
}
