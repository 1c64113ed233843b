import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { FIRST_UID, hash, iso, numbers, type Plan } from './plan.ts'

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
