import { plainText, withoutDecoration } from '#import/discourse/cooked.ts'
import type { ImportFormat } from '#import/format.ts'
import { cleanedTree } from '#import/html/clean.ts'
import type { ImportAuthor, ImportComment, ImportItem, Loss, RefusedItem } from '#import/item.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import type { SourceFiles } from '#import/source-files.ts'

/**
 * A backup of Discourse: the dump of its database and, if the backup has them, its uploads. A dump
 * has posts before topics and may not fit in memory, so `openDump` must store it in a database.
 */
export const discourse = (
  openDump: (files: SourceFiles, name: string) => Promise<Dump>,
): ImportFormat => ({
  name: 'discourse',
  matches: async (files) => dumpIn(files) !== undefined,
  async *read(files) {
    const dump = await openDump(files, dumpIn(files) ?? '')
    try {
      yield* topicsIn(dump, files)
    } finally {
      await dump.close()
    }
  },
})

const dumpIn = ({ names }: SourceFiles) =>
  names.find((name) => /(?:^|\/)dump\.sql(?:\.gz)?$/.test(name))

/** The rows of a dump, in the order of their ids. */
export interface Dump {
  topics(): Iterable<TopicRow>
  posts(topic: number): IterableIterator<PostRow>
  tags(topic: number): string[]
  uploadUrl(sha1: string): string | null
  close(): Promise<void>
}

export interface TopicRow {
  id: number
  title: string
  slug: string | null
  archetype: string
  visible: string
  deleted_at: string | null
  category: string | null
  category_slug: string | null
  read_restricted: string | null
  describes_category: number
  created_at: string
}

export interface PostRow {
  post_number: number
  cooked: string | null
  raw: string | null
  created_at: string
  last_version_at: string | null
  reply_to_post_number: number | null
  post_type: number
  deleted_at: string | null
  hidden: string
  user_id: number | null
  username: string | null
  email: string | null
}

function* topicsIn(dump: Dump, files: SourceFiles): Generator<ImportItem | RefusedItem> {
  const find = uploadFinder(files, dump.uploadUrl)
  const sourceOf = (source: string, base62: string) => {
    const { file, url } = find(source, base62)
    return file === null ? (url ?? source) : `/${file}`
  }
  for (const topic of dump.topics()) {
    const key = `discourse:${topic.id}`
    const refused = refusalOf(topic)
    // Titles of private messages and of topics in closed categories stay private.
    if (refused !== null) {
      yield { key, title: `topic ${topic.id}`, refused }
      continue
    }
    const rows = dump.posts(topic.id)
    const { value: first } = rows.next()
    if (first?.post_number !== 1 || isGone(first)) {
      yield { key, title: topic.title, refused: 'not_a_post' }
      continue
    }
    const replies = repliesIn(rows, key)
    const { body, images, losses } = cleanedTree(withoutDecoration(htmlOf(first), sourceOf), {
      files,
    })
    const category = topic.category_slug === 'uncategorized' ? [] : (topic.category ?? [])
    yield {
      key,
      title: topic.title,
      body,
      summary: null,
      tags: [...new Set([category, dump.tags(topic.id)].flat())],
      coverUrl: null,
      isPublished: true,
      publishedAt: timeOf(first.created_at),
      updatedAt: timeOf(first.last_version_at ?? first.created_at),
      url: null,
      path: `/t/${topic.slug || '-'}/${topic.id}`,
      morePaths: [`/t/${topic.id}`],
      author: authorOf(first),
      images,
      comments: replies.comments,
      losses: [...losses, ...replies.losses],
    }
  }
}

/** A topic that visitors of the forum could not read must not become public. */
function refusalOf(topic: TopicRow): RefusedItem['refused'] | null {
  if (topic.archetype === 'private_message' || topic.read_restricted === 't') return 'protected'
  const isPublic =
    topic.archetype === 'regular' && topic.visible === 't' && topic.deleted_at === null
  return isPublic && topic.describes_category === 0 ? null : 'not_a_post'
}

const isGone = ({ deleted_at, hidden, post_type }: PostRow) =>
  deleted_at !== null || hidden === 't' || post_type !== 1

function htmlOf({ cooked, raw }: PostRow): string {
  return cooked || htmlOfMarkdown(raw ?? '')
}

interface Replies {
  comments: ImportComment[]
  losses: Loss[]
}

/** Reads one reply at a time, because a topic can have many thousands. */
function repliesIn(rows: Iterable<PostRow>, topicKey: string): Replies {
  const comments: ImportComment[] = []
  let [gone, empty, lostImages] = [0, 0, 0]
  for (const row of rows) {
    if (isGone(row)) {
      gone += 1
      continue
    }
    const { text, images } = plainText(withoutDecoration(htmlOf(row)))
    lostImages += images
    if (text === '') empty += 1
    else comments.push(commentOf(topicKey, row, text))
  }
  const losses: Loss[] = [
    {
      kind: 'comments',
      count: gone,
      detail: 'deleted or hidden replies, whispers and notes on moderation',
    },
    { kind: 'comments', count: empty, detail: 'replies without text' },
    { kind: 'comments', count: lostImages, detail: 'images in replies' },
  ]
  return { comments, losses: losses.filter(({ count }) => count > 0) }
}

function commentOf(topicKey: string, post: PostRow, body: string): ImportComment {
  const answered = post.reply_to_post_number
  return {
    key: `${topicKey}/${post.post_number}`,
    author: authorOf(post),
    body,
    createdAt: timeOf(post.created_at),
    replyTo: answered === null || answered <= 1 ? null : `${topicKey}/${answered}`,
  }
}

/**
 * The system user and bots have negative ids. An anonymised user has an address that ends with
 * `.invalid`.
 */
function authorOf({ user_id, username, email }: PostRow): ImportAuthor | null {
  if (user_id !== null && user_id <= 0) return null
  if (username === null) return { key: 'deleted user', name: 'deleted user', email: null }
  return { key: username, name: username, email: email?.endsWith('.invalid') ? null : email }
}

/** `2021-03-04 05:06:07.123456` in UTC. */
function timeOf(timestamp: string): string {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(timestamp) ?? []
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}

/**
 * Finds the file in the archive for an address of an upload, or the URL of an upload that is stored
 * elsewhere; null for neither. `urlOf` finds the path or URL of an upload by its SHA-1, which the
 * table `uploads` has.
 */
function uploadFinder({ names }: SourceFiles, urlOf: (sha1: string) => string | null) {
  const files = new Map(
    names.flatMap((name) => (name.includes('uploads/') ? [[pathOf(name), name] as const] : [])),
  )
  const found = (address: string) => {
    const path = pathOf(address)
    const file = files.get(path) ?? null
    return {
      file,
      url: /^(?:https?:)?\/\//.test(address) ? address.replace(/^\/\//, 'https://') : null,
    }
  }
  return (source: string, base62: string) => {
    const sha1 = sha1In(source, base62)
    const direct = found(source)
    if (sha1 === null || (direct.file !== null && !source.includes('/optimized/'))) return direct
    const address = urlOf(sha1)
    return address === null ? direct : found(address)
  }
}

/**
 * The part of a name or URL below `uploads/`. Backups of some versions have the folders of the
 * server before it.
 */
function pathOf(address: string): string {
  const at = address.lastIndexOf('uploads/')
  return at === -1 ? '' : address.slice(at).replace(/[?#].*/s, '')
}

/**
 * An upload is named by its SHA-1 in an address, or by the same number in base 62:
 * `upload://1Eg9p8rrCURq4T3a6iJUk0ri6.png`.
 */
function sha1In(source: string, base62: string): string | null {
  const short =
    base62 || /(?:^upload:\/\/|\/uploads\/short-url\/)([\da-zA-Z]{1,27})/.exec(source)?.[1]
  if (short !== undefined) return sha1Of(short)
  return /\/([\da-f]{40})(?![\da-f])/.exec(source)?.[1] ?? null
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function sha1Of(base62: string): string | null {
  let number = 0n
  for (const digit of base62) {
    const value = DIGITS.indexOf(digit)
    if (value === -1) return null
    number = number * 62n + BigInt(value)
  }
  const hex = number.toString(16).padStart(40, '0')
  return hex.length === 40 ? hex : null
}
