import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { aboutPost, FIRST_UID, hash, iso, momentAfter, numbers, type Plan } from './plan.ts'

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
