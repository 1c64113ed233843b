import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import { requireVerifiedEmail } from '#features/accounts/accounts/email.ts'
import { levelOf } from '#features/core/people/level.ts'
import { requireVoice } from '#features/core/people/silence.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { once, type Retry, storeAnswer } from '#features/core/site/idempotency.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { firstRank } from '#features/publishing/lists/hot-rank.ts'
import { type Content, contentOf, type RawContent, requireComplete } from '#features/publishing/posts/content.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { ownPost } from '#features/publishing/posts/visibility.ts'
import { type PublishAt, requireValidTime, schedule } from '#features/publishing/schedule/schedule.ts'
import { AppError } from '#kernel/errors.ts'

interface Creation {
  isDraft: boolean
  publishAt?: PublishAt
  retry: Retry | null
}

/**
 * Creates a draft, or a public post if the author asks for it and review is off. A scheduled post is a draft until its time.
 */
export async function createPost(
  db: Database,
  viewer: Viewer,
  raw: RawContent,
  { isDraft, publishAt, retry }: Creation,
  now: Date,
): Promise<FullRow> {
  if (levelOf(viewer.exp) === 0) throw new AppError('level_too_low')
  requireVerifiedEmail(viewer, await settingIsOn(db, 'email.verification_required', now))
  const content = contentOf(raw)
  if (publishAt) requireValidTime(publishAt, now)
  if (!isDraft || publishAt) requireComplete(content)
  const publishes = !isDraft && !publishAt && !(await settingIsOn(db, 'audit.enabled', now))
  if (publishes || publishAt) requireVoice(viewer, now)
  const status = publishes ? 'approved' : 'draft'
  const create = () => insertPost(db, viewer.uid, content, { status, publishAt, retry }, now)
  return once<{ post: number }, FullRow>(db, retry, now, create, ({ post }) => ownPost(db, viewer, post))
}

async function insertPost(
  db: Database,
  uid: number,
  content: Content,
  { status, publishAt, retry }: Omit<Creation, 'isDraft'> & { status: 'draft' | 'approved' },
  now: Date,
): Promise<FullRow> {
  // last_insert_rowid() stays the post's id up to the last statement: triggers and tables without rowid do not change it, and
  // the row of a schedule has the id of its post.
  const [, [post]] = await db.batch([
    postRow(uid, content, status, now),
    postById(fullColumns, sql`last_insert_rowid()`),
    ...schedule(sql`last_insert_rowid()`, uid, publishAt),
    linkImages(sql`last_insert_rowid()`, content.imageKeys),
    ...storeAnswer(retry, sql`json_object('post', last_insert_rowid())`, now),
  ])
  if (!post) throw new AppError('internal')
  return { ...post, publish_at: publishAt ?? null }
}

function postRow(uid: number, content: Content, status: 'draft' | 'approved', now: Date): Statement {
  const at = now.toISOString()
  return sql`
    INSERT INTO posts (id, author_id, status, title, summary, summary_is_own, cover_url, tags, reading_minutes, body,
      created_at, updated_at, published_at, hot)
    VALUES (${nextId('posts')}, ${uid}, ${status}, ${content.title}, ${content.summary}, ${content.summaryIsOwn ? 1 : 0}, ${content.coverUrl},
      ${JSON.stringify(content.tags)}, ${content.readingMinutes}, ${content.body},
      ${at}, ${at}, ${status === 'approved' ? at : null}, ${status === 'approved' ? firstRank(now) : 0})`
}

export function linkImages(postId: Statement, imageKeys: string[]): Statement {
  return sql`
    INSERT INTO post_images (post_id, image_key)
    SELECT ${postId}, value FROM json_each(${JSON.stringify(imageKeys)}) WHERE TRUE
    ON CONFLICT DO NOTHING`
}
