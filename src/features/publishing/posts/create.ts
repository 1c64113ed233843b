import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import { requireVerifiedEmail } from '#features/accounts/accounts/email.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { firstTime, type Retry, storeAnswer, storedAnswer } from '#features/core/site/idempotency.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { hostsInPost, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { type AuthorRules, authorRules, needsReview } from '#features/publishing/content-rules/needs-review.ts'
import { requireFewLinks } from '#features/publishing/content-rules/newcomers.ts'
import { firstRank } from '#features/publishing/lists/hot-rank.ts'
import { type Content, contentOf, type RawContent, requireComplete } from '#features/publishing/posts/content.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { ownPost } from '#features/publishing/posts/visibility.ts'
import { type PublishAt, requireValidTime, schedule } from '#features/publishing/schedule/schedule.ts'
import { AppError } from '#kernel/errors.ts'
import { linkHosts } from '#kernel/html/links.ts'

interface Creation {
  isDraft: boolean
  publishAt?: PublishAt
  retry: Retry | null
  ownHost: string
}

/**
 * Creates a draft, or a public post if the author asks for it and the post needs no review. A scheduled post is a draft until its
 * time.
 */
export async function createPost(
  db: Database,
  viewer: Viewer,
  raw: RawContent,
  { isDraft, publishAt, retry, ownHost }: Creation,
  now: Date,
): Promise<FullRow> {
  if (levelOf(viewer.exp) === 0) throw new AppError('level_too_low')
  const wantsPublic = !isDraft && !publishAt
  const { before, verifiedOnly, rules } = await db.read({
    before: storedAnswer<StoredAnswer>(retry, now),
    verifiedOnly: settingOf('email.verification_required'),
    rules: wantsPublic ? authorRules(viewer, now) : null,
  })
  requireVerifiedEmail(viewer, verifiedOnly)
  const again = ({ post }: StoredAnswer) => ownPost(db, viewer, post)
  if (before !== null) return again(before)
  const content = contentOf(raw)
  if (publishAt) requireValidTime(publishAt, now)
  if (!isDraft || publishAt) requireComplete(content)
  const status = rules === null ? 'draft' : firstStatus(rules, content, ownHost)
  const create = () => insertPost(db, viewer.uid, content, { status, publishAt, retry }, now)
  return firstTime(db, retry, now, create, again)
}

/** The stored answer for retries: the id of the post. */
interface StoredAnswer {
  post: number
}

/** A post that needs review is a draft until its author submits it. */
function firstStatus(rules: AuthorRules, content: Content, ownHost: string): 'draft' | 'approved' {
  if (needsReview(rules, { ...content, tags: JSON.stringify(content.tags) })) return 'draft'
  requireFewLinks(rules.linksMax, linkHosts(content.body), ownHost)
  return 'approved'
}

async function insertPost(
  db: Database,
  uid: number,
  content: Content,
  { status, publishAt, retry }: Pick<Creation, 'publishAt' | 'retry'> & { status: 'draft' | 'approved' },
  now: Date,
): Promise<FullRow> {
  // last_insert_rowid() stays the post's id up to the last statement: triggers and tables without rowid do not change it, and
  // the row of a schedule has the id of its post.
  const [, [post]] = await withHostCheck(db, status === 'approved' ? hostsInPost(content) : [], (check) =>
    db.batch([
      postRow(uid, content, status, now),
      postById(fullColumns, sql`last_insert_rowid()`),
      ...schedule(sql`last_insert_rowid()`, uid, publishAt),
      linkImages(sql`last_insert_rowid()`, content.imageKeys),
      ...storeAnswer(retry, sql`json_object('post', last_insert_rowid())`, now),
      ...check,
    ]),
  )
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
