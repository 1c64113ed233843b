import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { behindId, type Database, found, type Group, group, type Statement } from '#db/client.ts'
import { type Identity, siteIdentity } from '#features/core/identity/identity.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Letter, letterOf, messageTo } from '#features/publishing/letters/layout.ts'
import {
  asLetterPost,
  LETTER_LEVEL_MIN,
  LETTER_PAUSE,
  POST_COLUMNS,
  POSTS_WITH_AUTHORS,
  type PostColumns,
  toSend,
} from '#features/publishing/letters/plan.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import { isPublic, ownPost } from '#features/publishing/posts/post.ts'
import { after } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { cursorBy, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const CONTENTS = ['summary', 'whole', 'off'] as const

const SentLetterShape = z
  .object({
    id: z.int(),
    subject: z.string().nullable(),
    state: z.enum(['waiting', 'sending', 'sent', 'dropped']),
    sent: z.int(),
    failed: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SentLetter' })
export type SentLetter = z.infer<typeof SentLetterShape>

export const AuthorLettersShape = z
  .object({
    subscribers: z
      .int()
      .describe(
        'The number of your subscribers. The API never returns their addresses to authors.',
      ),
    letters: z.int(),
    content: z.enum(CONTENTS),
    blocked: z.boolean().describe('True if an owner switched your letters off.'),
    level_reached: z.boolean(),
    latest: z.array(SentLetterShape),
  })
  .meta({ id: 'AuthorLetters' })
export type AuthorLetters = z.infer<typeof AuthorLettersShape>

/** The number of letters that the author sees. */
const LATEST = 10

/**
 * The letters of an author, for the studio. The triggers letter_subscriptions_count,
 * letter_subscriptions_count_moved and letter_subscriptions_count_gone keep the number of
 * subscribers.
 */
export function authorLetters({ uid, exp }: Pick<Viewer, 'uid' | 'exp'>): Group<AuthorLetters> {
  const settings = sql<{
    content: AuthorLetters['content']
    blocked: number
    subscribers: number
    letters: number
  }>`
    SELECT COALESCE((SELECT content FROM letter_authors WHERE user_id = ${uid}), 'summary') AS content,
      EXISTS (SELECT 1 FROM letter_authors WHERE user_id = ${uid} AND blocked_at IS NOT NULL) AS blocked,
      COALESCE((SELECT subscribers FROM letter_topics WHERE kind = 'author' AND ref = ${String(uid)}), 0) AS subscribers,
      (SELECT COUNT(*) FROM (SELECT 1 FROM letters WHERE author_id = ${uid} AND state = 'sent' LIMIT 1000)) AS letters`
  const latest = sql<SentLetter>`
    SELECT id, subject, state, sent, failed + bounced AS failed, created_at FROM letters
    WHERE author_id = ${uid} ORDER BY id DESC LIMIT ${LATEST}`
  return group({ settings: found(settings), latest }, ({ settings, latest }) => ({
    ...settings,
    blocked: settings.blocked === 1,
    level_reached: levelOf(exp) >= LETTER_LEVEL_MIN,
    latest,
  }))
}

/** The next letter of an author; null if no letter is sent with a new post. */
export interface NextLetter {
  subscribers: number
  /** The author has one letter a day, so the next one is not sent before this time. */
  from: string | null
}

export function nextLetter({ uid, exp }: Pick<Viewer, 'uid' | 'exp'>): Group<NextLetter | null> {
  const row = found(sql<{
    content: string
    blocked: number
    subscribers: number
    last: string | null
  }>`
    SELECT COALESCE((SELECT content FROM letter_authors WHERE user_id = ${uid}), 'summary') AS content,
      EXISTS (SELECT 1 FROM letter_authors WHERE user_id = ${uid} AND blocked_at IS NOT NULL) AS blocked,
      COALESCE((SELECT subscribers FROM letter_topics WHERE kind = 'author' AND ref = ${String(uid)}), 0) AS subscribers,
      (SELECT MAX(started_at) FROM letters WHERE author_id = ${uid}) AS last`)
  return group({ row }, ({ row: { content, blocked, subscribers, last } }) =>
    content === 'off' || blocked === 1 || subscribers === 0 || levelOf(exp) < LETTER_LEVEL_MIN
      ? null
      : { subscribers, from: last && after(new Date(last), LETTER_PAUSE).toISOString() },
  )
}

export async function chooseContent(
  db: Database,
  viewer: Viewer,
  content: AuthorLetters['content'],
): Promise<AuthorLetters> {
  await db.batch([
    sql`INSERT INTO letter_authors (user_id, content) VALUES (${viewer.uid}, ${content})
        ON CONFLICT (user_id) DO UPDATE SET content = excluded.content`,
  ])
  return db.read(authorLetters(viewer))
}

/**
 * Queues a letter with one post to the author's own address. Refused if the address is not
 * verified.
 */
export async function sendTestLetter(
  db: Database,
  viewer: Viewer,
  postId: number,
  { language, site }: MailOrigin,
  now: Date,
): Promise<void> {
  if (viewer.email_verified_at === null) throw new AppError('email_unverified')
  await ownPost(db, viewer, postId)
  const payload = sql`json_object('post', ${postId}, 'language', ${language}, 'site', ${site})`
  await db.batch([toSend({ kind: 'test', payload }, null, now)])
}

/** The HTML of a letter with one post. Empty if the post was deleted meanwhile. */
export async function previewLetter(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  postId: number,
  origin: MailOrigin,
  now: Date,
): Promise<string> {
  await ownPost(db, viewer, postId)
  const made = await letterOfPost(db, compute, postId, origin, await siteIdentity(db, now))
  return made ? messageTo('', made.letter).html : ''
}

interface LetterOfPost {
  /** The author's address; null if it is not verified. */
  email: string | null
  letter: Letter
}

/** A letter with one post, for its author. Null if the post is deleted. */
export async function letterOfPost(
  db: Database,
  compute: Compute,
  postId: number,
  { language, site }: MailOrigin,
  identity: Identity,
): Promise<LetterOfPost | null> {
  const row = await db.first(sql<PostColumns & { email: string | null }>`
    SELECT ${POST_COLUMNS}, iif(u.email_verified_at IS NULL, NULL, u.email) AS email
    FROM ${POSTS_WITH_AUTHORS} WHERE p.id = ${postId} AND p.deleted_at IS NULL`)
  if (row === null) return null
  const { email, ...post } = row
  const subject = letterTexts[language].mail.test(post.title)
  const shown = asLetterPost(post, language)
  const content = { subject, posts: [shown], author: shown.author, language, site }
  return { email, letter: await letterOf(compute, content, identity) }
}

export interface ArchivedLetter {
  id: number
  started_at: string
  posts: { id: number; title: string }[]
}

/**
 * The letters of an author that have started, newest first, with the posts that are still public.
 * Letters without such a post are left out.
 */
export function letterArchive(uid: number, request: PageRequest): Group<Page<ArchivedLetter>> {
  const rows = sql<{ id: number; started_at: string; posts: string }>`
    SELECT * FROM (
      SELECT l.id, l.started_at, (
        SELECT json_group_array(json_object('id', p.id, 'title', p.title)) FROM letter_posts lp JOIN posts p ON p.id = lp.post_id
        WHERE lp.letter_id = l.id AND ${isPublic}) AS posts
      FROM letters l INDEXED BY letters_of_author
      WHERE ${and(sql`l.author_id = ${uid} AND l.started_at IS NOT NULL`, behindId(request, sql`l.id`))})
    WHERE posts <> '[]' ORDER BY id DESC LIMIT ${request.limit + 1}`
  return group({ rows }, ({ rows }) =>
    pageOf(['letters', uid], rows, request, cursorBy('id', 'id'), ({ posts, ...letter }) => ({
      ...letter,
      posts: JSON.parse(posts),
    })),
  )
}

export type PostToTest = Pick<PostColumns, 'id' | 'title'>

/** The newest posts of an author, of which the author can send a test letter. */
export function postsToTest(uid: number): Statement<PostToTest> {
  return sql`
    SELECT p.id, p.title FROM posts p INDEXED BY posts_of_author_new WHERE p.author_id = ${uid} AND ${isPublic}
    ORDER BY p.listed_at DESC, p.id DESC LIMIT ${LATEST}`
}
