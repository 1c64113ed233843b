import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ImportFormat } from '#import/format.ts'
import { cleaned } from '#import/html.ts'
import type { ImportAuthor, ImportComment, ImportItem, Loss, RefusedItem } from '#import/item.ts'
import { htmlOfMarkdown } from '#import/markdown.ts'
import type { SourceFiles } from '#import/source-files.ts'
import type { DatabaseSync } from '../../site/sqlite.ts'
import { bounded } from '../bounded.ts'
import { plainText, withoutDecoration } from './cooked.ts'
import { storeDump } from './dump-store.ts'
import { uploadFinder } from './uploads.ts'

/** A backup of Discourse: the dump of its database and, if the backup has them, its uploads. */
export const discourse: ImportFormat = {
  name: 'discourse',
  matches: async (files) => dumpIn(files) !== undefined,
  async *read(files) {
    const { db, close } = await storeDump(dumpOf(files))
    try {
      yield* topicsIn(db, files)
    } finally {
      await close()
    }
  },
}

const dumpIn = ({ names }: SourceFiles) => names.find((name) => /(?:^|\/)dump\.sql(?:\.gz)?$/.test(name))

async function* dumpOf(files: SourceFiles): AsyncGenerator<Uint8Array> {
  const name = dumpIn(files) ?? ''
  const packed = Readable.fromWeb(files.stream(name) as never)
  if (!name.endsWith('.gz')) return yield* packed
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  yield* bounded(unpacked, () => unpacked.bytesWritten, name)
}

interface TopicRow {
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

interface PostRow {
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

const TOPICS = `
  SELECT t.id, t.title, t.slug, t.archetype, t.visible, t.deleted_at, t.created_at, c.name AS category, c.slug AS category_slug,
    c.read_restricted, EXISTS (SELECT 1 FROM categories d WHERE d.topic_id = t.id) AS describes_category
  FROM topics t LEFT JOIN categories c ON c.id = t.category_id ORDER BY t.id`

const POSTS = `
  SELECT p.post_number, p.cooked, p.raw, p.created_at, p.last_version_at, p.reply_to_post_number, p.post_type, p.deleted_at,
    p.hidden, p.user_id, u.username,
    (SELECT email FROM user_emails e WHERE e.user_id = p.user_id ORDER BY "primary" = 't' DESC LIMIT 1) AS email
  FROM posts p LEFT JOIN users u ON u.id = p.user_id WHERE p.topic_id = ? ORDER BY p.post_number`

const TAGS = 'SELECT g.name FROM topic_tags j JOIN tags g ON g.id = j.tag_id WHERE j.topic_id = ? ORDER BY g.id'

function* topicsIn(db: DatabaseSync, files: SourceFiles): Generator<ImportItem | RefusedItem> {
  const [posts, tags] = [db.prepare(POSTS), db.prepare(TAGS)]
  const upload = db.prepare('SELECT url FROM uploads WHERE sha1 = ?')
  const find = uploadFinder(files, (sha1) => (upload.get(sha1)?.url as string | undefined) ?? null)
  const sourceOf = (source: string, base62?: string) => {
    const { file, url } = find(source, base62)
    return file === null ? (url ?? source) : `/${file}`
  }
  for (const topic of db.prepare(TOPICS).iterate() as Iterable<unknown> as Iterable<TopicRow>) {
    const key = `discourse:${topic.id}`
    const refused = refusalOf(topic)
    // The titles of private messages and closed categories stay private.
    if (refused !== null) {
      yield { key, title: `topic ${topic.id}`, refused }
      continue
    }
    const rows = posts.iterate(topic.id) as Iterator<unknown> as IterableIterator<PostRow>
    const { value: first } = rows.next()
    if (first?.post_number !== 1 || isGone(first)) {
      yield { key, title: topic.title, refused: 'not_a_post' }
      continue
    }
    const replies = repliesIn(rows, key)
    const names = tags.all(topic.id).map(({ name }) => String(name))
    yield itemOf({ key, topic, first, replies, tags: names, files, sourceOf })
  }
}

/** A topic that visitors of the forum could not read must not become public. */
function refusalOf(topic: TopicRow): RefusedItem['refused'] | null {
  if (topic.archetype === 'private_message' || topic.read_restricted === 't') return 'protected'
  const isPublic = topic.archetype === 'regular' && topic.visible === 't' && topic.deleted_at === null
  return isPublic && topic.describes_category === 0 ? null : 'not_a_post'
}

const isGone = ({ deleted_at, hidden, post_type }: PostRow) => deleted_at !== null || hidden === 't' || post_type !== 1

interface Topic {
  key: string
  topic: TopicRow
  first: PostRow
  replies: Replies
  tags: string[]
  files: SourceFiles
  sourceOf: (source: string, base62?: string) => string
}

function itemOf({ key, topic, first, replies, tags, files, sourceOf }: Topic): ImportItem {
  const { body, images, losses } = cleaned(withoutDecoration(htmlOf(first), sourceOf), { files })
  const category = topic.category_slug === 'uncategorized' ? [] : (topic.category ?? [])
  return {
    key,
    title: topic.title,
    body,
    summary: null,
    tags: [...new Set([category, tags].flat())],
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

function htmlOf({ cooked, raw }: PostRow): string {
  return cooked || htmlOfMarkdown(raw ?? '')
}

interface Replies {
  comments: ImportComment[]
  losses: Loss[]
}

/** One reply at a time: a topic can have many thousands. */
function repliesIn(rows: Iterable<PostRow>, topicKey: string): Replies {
  const comments: ImportComment[] = []
  let [gone, empty, lostImages] = [0, 0, 0]
  for (const row of rows) {
    if (isGone(row)) {
      gone += 1
      continue
    }
    const { text, images } = plainText(htmlOf(row))
    lostImages += images
    if (text === '') empty += 1
    else comments.push(commentOf(topicKey, row, text))
  }
  const losses: Loss[] = [
    { kind: 'comments', count: gone, detail: 'deleted or hidden replies, whispers and notes on moderation' },
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

/** The system user and bots have negative ids. An anonymised user has an address that ends with `.invalid`. */
function authorOf({ user_id, username, email }: PostRow): ImportAuthor | null {
  if (user_id !== null && user_id <= 0) return null
  if (username === null) return { key: 'deleted user', name: 'deleted user', email: null }
  return { key: username, name: username, email: email?.endsWith('.invalid') ? null : email }
}

/** `2021-03-04 05:06:07.123456` in UTC. */
function timeOf(timestamp: string): string {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(timestamp) ?? []
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
