import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { bilingual, filled, type Language } from '#kernel/i18n.ts'

/**
 * The kinds of storage with a quota. `posts` includes posts in the bin. `drafts` are posts that are
 * not public: drafts, and posts that wait for review or were rejected. `text_bytes` are the bodies
 * of posts, also in the bin, and their revisions, compressed.
 */
export const STORAGE_KINDS = [
  'posts',
  'drafts',
  'revisions',
  'text_bytes',
  'images',
  'image_bytes',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]
export type Storage = Record<StorageKind, number>

/**
 * The kinds of activity with a quota. `comments` are all that a user ever wrote, deleted ones
 * included, because a deleted comment leaves a row. A day begins at midnight in Shanghai. `moves`
 * are the author's changes of the status of posts: submitting, withdrawing, deleting, restoring.
 */
export const ACTIVITY_KINDS = ['comments', 'comments_of_day', 'moves_of_day'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
export type Activity = Record<ActivityKind, number>

export type QuotaKind = StorageKind | ActivityKind
type Quotas = Storage & Activity

/** The owner of storage. The uid is an expression if it is that of an unchecked token. */
interface Owner {
  uid: number | Statement
}

type QuotaHolder = Pick<Viewer, 'uid' | 'exp' | 'role'>

const MB = 1024 * 1024
const GB = 1024 * MB

/** The quotas by level. A user of Lv0 cannot create posts. */
export const STORAGE_MAX: readonly Storage[] = [
  { posts: 10, drafts: 10, revisions: 100, text_bytes: MB, images: 20, image_bytes: 50 * MB },
  {
    posts: 300,
    drafts: 100,
    revisions: 1_000,
    text_bytes: 10 * MB,
    images: 200,
    image_bytes: 200 * MB,
  },
  {
    posts: 1_000,
    drafts: 200,
    revisions: 3_000,
    text_bytes: 25 * MB,
    images: 500,
    image_bytes: 500 * MB,
  },
  {
    posts: 2_000,
    drafts: 500,
    revisions: 10_000,
    text_bytes: 50 * MB,
    images: 1_000,
    image_bytes: GB,
  },
  {
    posts: 5_000,
    drafts: 1_000,
    revisions: 20_000,
    text_bytes: 100 * MB,
    images: 2_000,
    image_bytes: 2 * GB,
  },
  {
    posts: 10_000,
    drafts: 2_000,
    revisions: 50_000,
    text_bytes: 200 * MB,
    images: 5_000,
    image_bytes: 5 * GB,
  },
  {
    posts: 20_000,
    drafts: 5_000,
    revisions: 100_000,
    text_bytes: 500 * MB,
    images: 10_000,
    image_bytes: 10 * GB,
  },
]

export const ADMIN_STORAGE_MAX: Storage = {
  posts: 100_000,
  drafts: 20_000,
  revisions: 500_000,
  text_bytes: 4 * GB,
  images: 50_000,
  image_bytes: 50 * GB,
}

/** The quotas of activity by level. */
export const ACTIVITY_MAX: readonly Activity[] = [
  { comments: 500, comments_of_day: 50, moves_of_day: 50 },
  { comments: 5_000, comments_of_day: 150, moves_of_day: 600 },
  { comments: 10_000, comments_of_day: 300, moves_of_day: 1_000 },
  { comments: 30_000, comments_of_day: 500, moves_of_day: 2_000 },
  { comments: 100_000, comments_of_day: 800, moves_of_day: 3_000 },
  { comments: 200_000, comments_of_day: 1_200, moves_of_day: 5_000 },
  { comments: 500_000, comments_of_day: 2_000, moves_of_day: 10_000 },
]

export const ADMIN_ACTIVITY_MAX: Activity = {
  comments: 1_000_000,
  comments_of_day: 5_000,
  moves_of_day: 50_000,
}

export function quotaOf({ exp, role }: Pick<Viewer, 'exp' | 'role'>): Quotas {
  const level = role === 'user' ? levelOf(exp) : STORAGE_MAX.length
  return {
    ...(STORAGE_MAX[level] ?? ADMIN_STORAGE_MAX),
    ...(ACTIVITY_MAX[level] ?? ADMIN_ACTIVITY_MAX),
  }
}

/**
 * The newest comment of a user, also if it is deleted. Its numbers are the used quotas of comments.
 */
export function newestCommentOf(uid: number | Statement): SQL {
  const newest = (index: string, isDeleted: SQL) => sql`
    SELECT MAX(id) AS id FROM comments INDEXED BY ${sql.raw(index)}
    WHERE author_id = ${uid} AND ${isDeleted}`
  return sql`(SELECT MAX(id) FROM (
    ${newest('comments_live_of_author', sql`deleted_at IS NULL`)}
    UNION ALL ${newest('comments_deleted_of_author', sql`deleted_at IS NOT NULL`)}))`
}

/**
 * What a user has used. The triggers posts_stats_*, post_revisions_stats_*, images_stats_* and
 * post_moves_count_of_author maintain author_stats. The kinds of a day are those of the user's last
 * active day, so they are right only right after the user has added to them.
 */
const USED: Record<QuotaKind, (uid: number | Statement) => SQL> = {
  posts: (uid) => sql`draft + pending + approved + rejected + locked
    + (SELECT COUNT(*) FROM post_bin INDEXED BY post_bin_of_author WHERE author_id = ${uid})`,
  drafts: () => sql`draft + pending + rejected`,
  revisions: () => sql`revisions`,
  text_bytes: () => sql`text_bytes`,
  images: () => sql`images`,
  image_bytes: () => sql`image_bytes`,
  comments: (uid) => sql`(SELECT nth_of_author FROM comments WHERE id = ${newestCommentOf(uid)})`,
  comments_of_day: (uid) =>
    sql`(SELECT nth_of_day FROM comments WHERE id = ${newestCommentOf(uid)})`,
  moves_of_day: () => sql`moves`,
}

export function storageOf(holder: Owner): Group<Storage> {
  return usedOf(holder, STORAGE_KINDS)
}

function usedOf<Kind extends QuotaKind>(
  { uid }: Owner,
  kinds: readonly Kind[],
): Group<Record<Kind, number>> {
  const columns = kinds.map((kind) => sql`COALESCE(${USED[kind](uid)}, 0) AS ${sql.raw(kind)}`)
  const row = one(sql<Record<Kind, number>>`
    SELECT ${sql.join(columns, sql`, `)} FROM ${statsOf(uid)}`)
  return group({ row }, ({ row }) => row as Record<Kind, number>)
}

/** The row of author_stats. Its columns are null for a user who has none. */
function statsOf(uid: number | Statement): SQL {
  return sql`(SELECT ${uid} AS uid) LEFT JOIN author_stats ON user_id = uid`
}

/**
 * What a command adds. A kind that does not grow is not checked, so that a user above the quota can
 * still delete and shorten.
 */
export type Added = Partial<Quotas>

/**
 * Runs a command that stores something, and refuses it with `quota_exceeded` if the user would
 * store more than allowed. The command must add the given statements to its batch, after its
 * writes: the trigger over_quota_is_refused then aborts the batch as a whole, so that concurrent
 * requests cannot exceed the quota together.
 */
export async function withinQuota<Result>(
  db: Database,
  holder: QuotaHolder,
  added: Added,
  run: (check: Statement[]) => Promise<Result>,
): Promise<Result> {
  const kinds = QUOTA_KINDS.filter((kind) => (added[kind] ?? 0) > 0)
  if (kinds.length === 0) return run([])
  try {
    return await run([quotaCheck(holder, kinds)])
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'quota_exceeded')) throw error
    const { used } = await db.read({ used: usedOf(holder, kinds) })
    throw exceeded(used, quotaOf(holder), added, kinds)
  }
}

const QUOTA_KINDS: readonly QuotaKind[] = [...STORAGE_KINDS, ...ACTIVITY_KINDS]

function quotaCheck(holder: QuotaHolder, kinds: readonly QuotaKind[]): Statement {
  const { uid } = holder
  const allowed = quotaOf(holder)
  const conditions = kinds.map((kind) => sql`${USED[kind](uid)} > ${allowed[kind]}`)
  return sql`
    INSERT INTO over_quota (user_id)
    SELECT uid FROM ${statsOf(uid)} WHERE ${sql.join(conditions, sql` OR `)}`
}

/**
 * The error with the quota that is exceeded. If another request has freed the storage since the
 * refusal, the error names the fullest kind.
 */
function exceeded(
  used: Record<QuotaKind, number>,
  allowed: Quotas,
  added: Added,
  kinds: readonly QuotaKind[],
): AppError {
  const byShare = kinds.toSorted(
    (one, other) => used[other] / allowed[other] - used[one] / allowed[one],
  )
  const what =
    kinds.find((kind) => used[kind] + (added[kind] ?? 0) > allowed[kind]) ?? byShare[0] ?? 'posts'
  const amounts = { what, used: used[what], allowed: allowed[what] }
  return new AppError('quota_exceeded', {
    message: (language) => quotaMessage(amounts.what, amounts.used, amounts.allowed, language),
    extra: amounts,
  })
}

/** The share of a quota from which on the studio shows it. */
export const QUOTA_SHOWN_FROM = 0.8

export interface QuotaState {
  kind: StorageKind
  used: number
  allowed: number
}

/** The quotas of which the user has used most. */
export function quotasToShow(holder: QuotaHolder): Group<QuotaState[]> {
  return group({ quotas: quotasToShowByUid(holder) }, ({ quotas }) => quotas(holder))
}

/**
 * The same for a user whose row is read in the same round trip. The result is a function of this
 * row.
 */
export function quotasToShowByUid(
  owner: Owner,
): Group<(holder: Omit<QuotaHolder, 'uid'>) => QuotaState[]> {
  return group({ used: storageOf(owner) }, ({ used }) => (holder) => {
    const allowed = quotaOf(holder)
    return STORAGE_KINDS.map((kind) => ({ kind, used: used[kind], allowed: allowed[kind] })).filter(
      (quota) => quota.used >= quota.allowed * QUOTA_SHOWN_FROM,
    )
  })
}

const encoder = new TextEncoder()

/** The size of a text as SQLite stores it. */
export function bytesOf(text: string): number {
  return encoder.encode(text).byteLength
}

const REMOVE_IMAGES = [
  '可以移除文章中不需要的图片，一天后不再计算。',
  'Remove images you do not need from your posts. They stop counting after a day.',
] as const

export const storageTexts = bilingual({
  full: [
    (state: string, advice: string) => `存储空间已满：${state}。${advice}`,
    (state: string, advice: string) => `Your storage is full: ${state}. ${advice}`,
  ],
  higher: ['等级越高，空间越大。', 'Higher levels have more space.'],
  notice: ['你的存储空间快满了。', 'Your storage is almost full.'],
  fullNotice: ['你的存储空间已满。', 'Your storage is full.'],
  stop: ['。', '. '],
  state: {
    posts: ['文章 {used} / {allowed} 篇', '{used} of {allowed} posts'],
    drafts: ['草稿 {used} / {allowed} 篇', '{used} of {allowed} drafts'],
    revisions: ['历史版本 {used} / {allowed} 个', '{used} of {allowed} saved versions'],
    text_bytes: ['文字 {used} / {allowed}', '{used} of {allowed} of text'],
    images: ['图片 {used} / {allowed} 张', '{used} of {allowed} images'],
    image_bytes: ['图片 {used} / {allowed}', '{used} of {allowed} of images'],
  },
  activity: {
    comments: [
      '你已发表 {used} / {allowed} 条评论，已达到你的等级的上限。等级越高，上限越高。',
      'You have written {used} of {allowed} comments, the maximum of your level. Higher levels have more.',
    ],
    comments_of_day: [
      '今天已发表 {used} / {allowed} 条评论。北京时间零点后可以继续评论；等级越高，上限越高。',
      'You wrote {used} of {allowed} comments today. You can comment again after midnight, Shanghai time. Higher levels have more.',
    ],
    moves_of_day: [
      '今天提交、撤回、删除和恢复文章共 {used} / {allowed} 次。北京时间零点后可以继续。',
      'You submitted, withdrew, deleted and restored posts {used} of {allowed} times today. You can continue after midnight, Shanghai time.',
    ],
  },
  advice: {
    posts: [
      '可以删除不需要的文章，回收站清空后不再计算。',
      'Delete posts you do not need. They count until they leave the bin.',
    ],
    drafts: ['可以发布或删除一些草稿。', 'Publish or delete some drafts.'],
    revisions: [
      '可以在文章的“历史”页面清空历史版本。',
      'Delete the history of some posts on their history pages.',
    ],
    text_bytes: [
      '可以清空历史版本，或删除不需要的文章，回收站清空后不再计算。',
      'Delete the history of some posts, or delete posts. Deleted posts count until they leave the bin.',
    ],
    images: REMOVE_IMAGES,
    image_bytes: REMOVE_IMAGES,
  },
})

/** How much of a quota is used: `84 of 100 drafts`, `8.4 MB of 10 MB of text`. */
export function quotaState(
  kind: StorageKind,
  used: number,
  allowed: number,
  language: Language,
): string {
  const written =
    kind === 'text_bytes' || kind === 'image_bytes' ? size : (count: number) => String(count)
  return filled(storageTexts[language].state[kind], {
    used: written(used),
    allowed: written(allowed),
  })
}

export function quotaMessage(
  kind: QuotaKind,
  used: number,
  allowed: number,
  language: Language,
): string {
  const { full, advice, activity } = storageTexts[language]
  if (isActivity(kind))
    return filled(activity[kind], { used: String(used), allowed: String(allowed) })
  return full(quotaState(kind, used, allowed, language), advice[kind])
}

function isActivity(kind: QuotaKind): kind is ActivityKind {
  return ACTIVITY_KINDS.some((activity) => activity === kind)
}

function size(bytes: number): string {
  return bytes >= GB ? `${tenths(bytes / GB)} GB` : `${tenths(bytes / MB)} MB`
}

/**
 * A number with one decimal. It is rounded up, because a quota with little space left must not look
 * empty.
 */
function tenths(amount: number): string {
  return String(Math.ceil(amount * 10) / 10)
}
