import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { LetterRow } from '#db/schema/publishing.ts'
import { siteIdentity } from '#features/core/identity/identity.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { levelOf } from '#features/core/people/level.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { letterOf, messageTo } from '#features/publishing/letters/layout.ts'
import { LETTER_LEVEL_MIN } from '#features/publishing/letters/plan.ts'
import { toSend } from '#features/publishing/letters/queue.ts'
import { isPublic, ownPost } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

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
    subscribers: z.int().describe('Authors see the number, never an address'),
    letters: z.int(),
    content: z.enum(CONTENTS),
    blocked: z.boolean().describe('An owner switched the letters of this author off'),
    level_reached: z.boolean(),
    latest: z.array(SentLetterShape),
  })
  .meta({ id: 'AuthorLetters' })
export type AuthorLetters = z.infer<typeof AuthorLettersShape>

const LATEST = 10

/** The triggers letter_subscriptions_count and letter_subscriptions_count_gone keep the number of subscribers. */
export function authorLetters({ uid, exp }: Pick<Viewer, 'uid' | 'exp'>): Group<AuthorLetters> {
  const settings = sql<{
    content: AuthorLetters['content'] | null
    blocked: number
    subscribers: number
    letters: number
  }>`
    SELECT (SELECT content FROM letter_authors WHERE user_id = ${uid}) AS content,
      EXISTS (SELECT 1 FROM letter_authors WHERE user_id = ${uid} AND blocked_at IS NOT NULL) AS blocked,
      COALESCE((SELECT subscribers FROM letter_topics WHERE kind = 'author' AND ref = ${String(uid)}), 0) AS subscribers,
      (SELECT COUNT(*) FROM (SELECT 1 FROM letters WHERE author_id = ${uid} AND state = 'sent' LIMIT 1000)) AS letters`
  const latest = sql<LetterRow>`SELECT * FROM letters WHERE author_id = ${uid} ORDER BY id DESC LIMIT ${LATEST}`
  return group({ settings: one(settings), latest }, ({ settings, latest }) => ({
    subscribers: settings?.subscribers ?? 0,
    letters: settings?.letters ?? 0,
    content: settings?.content ?? 'summary',
    blocked: settings?.blocked === 1,
    level_reached: levelOf(exp) >= LETTER_LEVEL_MIN,
    latest: latest.map(asSentLetter),
  }))
}

function asSentLetter({ id, subject, state, sent, failed, bounced, created_at }: LetterRow): SentLetter {
  return { id, subject, state, sent, failed: failed + bounced, created_at }
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

/** Queues a test letter with an own post to the author's proven address. */
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

/** The HTML part of a letter with an own post. */
export async function previewLetter(
  db: Database,
  viewer: Viewer,
  postId: number,
  { language, site }: MailOrigin,
  now: Date,
): Promise<string> {
  const { title, summary, body } = await ownPost(db, viewer, postId)
  const { content } = await db.read(authorLetters(viewer))
  const author = displayName(viewer, language)
  const post = { id: postId, title, summary, author, body: content === 'whole' ? body : null }
  const list = `author-${viewer.uid}`
  const letter = letterOf({ subject: title, posts: [post], list, language, site }, await siteIdentity(db, now))
  return messageTo('', letter, { stop: '/letters', manage: '/letters' }).html
}

export interface ArchivedLetter {
  id: number
  started_at: string
  posts: { id: number; title: string }[]
}

/** The sent letters of an author with their public posts, newest first. */
export function letterArchive(uid: number, request: PageRequest): Group<Page<ArchivedLetter>> {
  const rows = sql<{ id: number; started_at: string; posts: string }>`
    SELECT l.id, l.started_at, (
      SELECT json_group_array(json_object('id', p.id, 'title', p.title)) FROM letter_posts lp JOIN posts p ON p.id = lp.post_id
      WHERE lp.letter_id = l.id AND ${isPublic}) AS posts
    FROM letters l INDEXED BY letters_of_author
    WHERE l.author_id = ${uid} AND l.started_at IS NOT NULL ${request.after ? sql`AND l.id < ${request.after[1]}` : sql``}
    ORDER BY l.id DESC LIMIT ${request.limit + 1}`
  return group({ rows }, ({ rows }) =>
    pageOf(
      ['letters', uid],
      rows,
      request,
      ({ id }) => [id, id] as const,
      ({ posts, ...letter }) => ({ ...letter, posts: JSON.parse(posts) }),
    ),
  )
}

/** A post to preview and to test with. */
export function newestPost(uid: number): Statement<{ id: number }> {
  return sql`
    SELECT p.id FROM posts p INDEXED BY posts_of_author_new WHERE p.author_id = ${uid} AND ${isPublic}
    ORDER BY p.listed_at DESC, p.id DESC LIMIT 1`
}
