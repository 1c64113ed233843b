import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { aboutPost, day, FIRST_UID, hash, iso, momentAfter, numbers, type Plan } from './plan.ts'
import { Texts } from './texts.ts'

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
