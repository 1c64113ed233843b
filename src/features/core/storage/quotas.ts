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

export function quotaOf({ exp, role }: Pick<Viewer, 'exp' | 'role'>): Storage {
  return role === 'user' ? (STORAGE_MAX[levelOf(exp)] ?? ADMIN_STORAGE_MAX) : ADMIN_STORAGE_MAX
}

/**
 * What a user has stored. The triggers posts_stats_*, post_revisions_stats_* and images_stats_*
 * maintain author_stats.
 */
const USED: Record<StorageKind, (uid: number) => SQL> = {
  posts: (uid) => sql`draft + pending + approved + rejected + locked
    + (SELECT COUNT(*) FROM post_bin INDEXED BY post_bin_of_author WHERE author_id = ${uid})`,
  drafts: () => sql`draft + pending + rejected`,
  revisions: () => sql`revisions`,
  text_bytes: () => sql`text_bytes`,
  images: () => sql`images`,
  image_bytes: () => sql`image_bytes`,
}

const NOTHING: Storage = {
  posts: 0,
  drafts: 0,
  revisions: 0,
  text_bytes: 0,
  images: 0,
  image_bytes: 0,
}

export function storageOf({ uid }: Pick<Viewer, 'uid'>): Group<Storage> {
  const columns = STORAGE_KINDS.map((kind) => sql`${USED[kind](uid)} AS ${sql.raw(kind)}`)
  const row = sql<Storage>`SELECT ${sql.join(columns, sql`, `)} FROM author_stats WHERE user_id = ${uid}`
  return group({ row: one(row) }, ({ row }) => row ?? NOTHING)
}

/**
 * What a command adds. A kind that does not grow is not checked, so that a user above the quota can
 * still delete and shorten.
 */
export type Added = Partial<Storage>

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
  const kinds = STORAGE_KINDS.filter((kind) => (added[kind] ?? 0) > 0)
  if (kinds.length === 0) return run([])
  try {
    return await run([quotaCheck(holder, kinds)])
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'quota_exceeded')) throw error
    throw exceeded(await db.read(storageOf(holder)), quotaOf(holder), added, kinds)
  }
}

function quotaCheck(holder: QuotaHolder, kinds: readonly StorageKind[]): Statement {
  const allowed = quotaOf(holder)
  const conditions = kinds.map((kind) => sql`${USED[kind](holder.uid)} > ${allowed[kind]}`)
  return sql`
    INSERT INTO over_quota (user_id)
    SELECT user_id FROM author_stats WHERE user_id = ${holder.uid} AND (${sql.join(conditions, sql` OR `)})`
}

/**
 * The error with the kind of storage that is exceeded. If another request has freed the storage
 * since the refusal, the error names the fullest kind.
 */
function exceeded(
  used: Storage,
  allowed: Storage,
  added: Added,
  kinds: readonly StorageKind[],
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
  const allowed = quotaOf(holder)
  return group({ used: storageOf(holder) }, ({ used }) =>
    STORAGE_KINDS.map((kind) => ({ kind, used: used[kind], allowed: allowed[kind] })).filter(
      (quota) => quota.used >= quota.allowed * QUOTA_SHOWN_FROM,
    ),
  )
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
  kind: StorageKind,
  used: number,
  allowed: number,
  language: Language,
): string {
  const { full, advice } = storageTexts[language]
  return full(quotaState(kind, used, allowed, language), advice[kind])
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
