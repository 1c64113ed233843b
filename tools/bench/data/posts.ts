import { HOT_WEIGHTS } from '#features/publishing/lists/hot-rank.ts'
import { SECOND } from '#kernel/clock.ts'
import { readingMinutes } from '#kernel/html/plain.ts'
import { tagKey } from '#kernel/post-limits.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { Texts } from './texts.ts'

interface Planned {
  id: number
  author: number
  at: number
  status: string
  likes: number
  comments: number
  favorites: number
  energy: number
}

const PLANNED = `
  SELECT id, author, at, status, COALESCE(l.count, 0) AS likes, COALESCE(c.count, 0) AS comments,
    COALESCE(f.count, 0) AS favorites, COALESCE(e.count, 0) AS energy
  FROM plan LEFT JOIN likes_of l ON l.post = id LEFT JOIN comments_of c ON c.post = id
    LEFT JOIN favorites_of f ON f.post = id LEFT JOIN energy_of e ON e.post = id ORDER BY id`

const INSERT = `
  INSERT INTO posts (id, author_id, status, title, summary, tags, reading_minutes, likes_count, comments_count, favorites_count,
    energy, hot, locked_from, created_at, updated_at, published_at, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Every row with the counters and the rank that the triggers would compute. */
export function writePosts(file: DatabaseSync): void {
  for (const [table, from] of [
    ['likes_of', 'liked'],
    ['favorites_of', 'saved'],
    ['energy_of', 'energized'],
  ]) {
    file.exec(`CREATE TEMP TABLE ${table} AS SELECT post, COUNT(*) AS count FROM ${from} GROUP BY post`)
  }
  for (const table of ['likes_of', 'comments_of', 'favorites_of', 'energy_of']) {
    file.exec(`CREATE UNIQUE INDEX temp.${table}_post ON ${table} (post)`)
  }
  const worth = scaleOf(file)
  const insert = file.prepare(INSERT)
  const texts = new Texts('posts')
  const random = randomFrom('tags')
  for (const row of file.prepare(PLANNED).iterate() as unknown as Iterable<Planned>) {
    const { id, author, at, status, likes, comments, favorites, energy } = row
    const time = new Date(at * SECOND).toISOString()
    // Most posts are short, one in twenty is long.
    const body = texts.body(id % 20 === 0 ? 60 : 6 + (id % 7))
    const tags = JSON.stringify(tagsFrom(random.next(), random.next()))
    const wasPublic = status === 'approved' || status === 'locked'
    const score =
      HOT_WEIGHTS.likes * likes +
      HOT_WEIGHTS.comments * comments +
      HOT_WEIGHTS.favorites * favorites +
      HOT_WEIGHTS.energy * energy
    insert.run(
      id,
      author,
      status,
      texts.title(),
      `${texts.sentence()} ${texts.sentence()}`,
      tags,
      readingMinutes(body),
      likes,
      comments,
      favorites,
      energy,
      wasPublic ? at + worth(score) : 0,
      status === 'locked' ? 'approved' : null,
      time,
      time,
      wasPublic ? time : null,
      body,
    )
  }
}

/** The first tag is on a third of all posts, the last tag on few. */
function tagsFrom(...chances: number[]): [key: string, name: string][] {
  const names = chances.map((chance, n) =>
    n === 0 && chance < 1 / 3 ? 'SQLite' : `Tag ${Math.floor(chance * chance * 300)}`,
  )
  return [...new Map(names.map((name) => [tagKey(name), name]))]
}

function scaleOf(file: DatabaseSync): (score: number) => number {
  const scale = file.prepare('SELECT score, seconds FROM hot_scale ORDER BY score').all() as {
    score: number
    seconds: number
  }[]
  return (score) => scale.findLast((step) => step.score <= Math.max(0, score))?.seconds ?? 0
}
