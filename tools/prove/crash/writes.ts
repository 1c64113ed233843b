import { deflateSync } from 'node:zlib'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { pngFile } from '../../../test/features/core/images/hostile.ts'

/** A signed-in user. */
export interface Person {
  uid: number
  token: string
}

/** The writers, their posts, and the expected facts. */
export interface World {
  url: () => string
  writeLog: WriteLog
  people: Person[]
  /** Public posts that everyone can like, energize and comment on. */
  posts: { id: number; author: number }[]
  /** The path and the bytes of each acknowledged image. */
  images: { url: string; bytes: Uint8Array }[]
  /** A new number each time, for unique titles and texts. */
  count(): number
}

/** One write of a user, recorded in the log. */
type Act = (world: World, person: Person, random: Random) => Promise<unknown>

/** A fact in the database as one text with all of its parts; null if it does not exist. */
type Value = string | null

interface Write {
  fact: string
  /** The value of the fact after the write. */
  next: Value
  send: () => Promise<Response | null>
  /** Whether the write has an idempotency key, so that repeating it has no second effect. */
  isRepeatable?: boolean
}

/** The result of a comparison with the database. */
export interface Verdict {
  /** Facts that match the responses. */
  held: number
  /** Unanswered writes that are complete. */
  there: number
  /** Unanswered writes that have no effect. */
  notThere: number
  /** Facts with a value that no write explains. */
  lost: string[]
}

/**
 * A log of all writes, with the expected content of the database. After an acknowledged write a
 * fact has one value. After an unanswered write it has the old or the new value, and nothing else.
 * Each fact has one writer, who writes sequentially.
 */
export class WriteLog {
  acknowledged = 0
  unanswered = 0
  readonly #facts = new Map<
    string,
    { value: Value; orElse?: { value: Value; again: Write | null } }
  >()

  /** The value according to the last response. */
  value(fact: string): Value {
    return this.#facts.get(fact)?.value ?? null
  }

  /** Whether the last write is unanswered, so that the value is uncertain. */
  isOpen(fact: string): boolean {
    return this.#facts.get(fact)?.orElse !== undefined
  }

  /** A response of 5xx counts as no response, because the site may have executed the write. */
  async write(write: Write): Promise<Response | null> {
    const { fact, next, send, isRepeatable = false } = write
    const before = this.value(fact)
    // Before the request: a comparison during the request must accept both values.
    this.#facts.set(fact, {
      value: before,
      orElse: { value: next, again: isRepeatable ? write : null },
    })
    const response = await send()
    if (response === null || response.status >= 500) {
      this.unanswered++
      return null
    }
    if (response.ok) this.acknowledged++
    this.#facts.set(fact, { value: response.ok ? next : before })
    return response
  }

  /** Compares the log with the database, and records which unanswered writes took effect. */
  compare(found: ReadonlyMap<string, string>): Verdict {
    const verdict: Verdict = { held: 0, there: 0, notThere: 0, lost: [] }
    for (const [fact, { value, orElse }] of this.#facts) {
      const actual = found.get(fact) ?? null
      if (orElse && actual === orElse.value) verdict.there++
      else if (actual !== value)
        verdict.lost.push(
          `${fact} is ${actual}, not ${value}${orElse ? ` or ${orElse.value}` : ''}`,
        )
      else if (orElse) verdict.notThere++
      else verdict.held++
      this.#facts.set(fact, { value: actual })
    }
    const unknown = [...found].filter(([fact]) => !this.#facts.has(fact))
    for (const [fact, value] of unknown)
      verdict.lost.push(`${fact} is ${value}, but was never written`)
    return verdict
  }

  /** The unanswered writes that may be repeated. */
  repeatable(): Write[] {
    return [...this.#facts.values()].flatMap(({ orElse }) => orElse?.again ?? [])
  }
}

/** Only ends a request that hangs. */
const PATIENCE = 120_000

/**
 * Null without a complete response: then it is unknown whether the site executed the request. Bytes
 * are sent as a form file.
 */
async function post(
  { url }: World,
  { token }: Person,
  path: string,
  body: object | Uint8Array<ArrayBuffer> = {},
  key = '',
): Promise<Response | null> {
  const form = new FormData()
  if (body instanceof Uint8Array) form.set('file', new Blob([body]), 'image')
  const isFile = form.has('file')
  const headers = {
    authorization: `Bearer ${token}`,
    ...(!isFile && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch(url() + path, {
      method: 'POST',
      headers,
      signal,
      body: isFile ? form : JSON.stringify(body),
    })
    return new Response(await response.text(), { status: response.status })
  } catch {
    return null
  }
}

const LIKES = `SELECT 'like:' || user_id || ':' || post_id AS fact, 'set' AS value FROM post_likes`

const like: Act = async (world, person, random) => {
  const { id } = random.pick(world.posts)
  const fact = `like:${person.uid}:${id}`
  if (world.writeLog.isOpen(fact)) return
  const next = world.writeLog.value(fact) === null ? 'set' : null
  await world.writeLog.write({
    fact,
    next,
    send: () => post(world, person, `/api/posts/${id}/like`),
  })
}

/** The energy that a user gave to a post, with the ledger entries of the giver and the author. */
const ENERGY = `
  SELECT 'energy:' || l.user_id || ':' || l.post_id AS fact,
    'given ' || SUM(l.amount) || ', paid ' || COALESCE(-SUM(paid.amount), 0) || ', got ' || COALESCE(SUM(got.amount), 0) AS value
  FROM post_energize_log l
  LEFT JOIN energy_log paid ON paid.id = l.id AND paid.user_id = l.user_id AND paid.reason = 'energize'
  LEFT JOIN energy_log got ON got.id = l.id + 1 AND got.post_id = l.post_id AND got.reason = 'energized'
  GROUP BY l.user_id, l.post_id`

const energize: Act = async (world, person, random) => {
  const { writeLog, posts, count } = world
  const { id, author } = random.pick(posts)
  const fact = `energy:${person.uid}:${id}`
  const form = random.happens(0.5) ? 'light' : 'heavy'
  const given = givenBy(writeLog.value(fact)) + ENERGIZE_COST[form]
  if (author === person.uid || writeLog.isOpen(fact) || given > ENERGIZE_CAP) return
  const key = `energy ${count()}`
  await writeLog.write({
    fact,
    next: `given ${given}, paid ${given}, got ${given}`,
    send: () => post(world, person, '/api/energy/energize', { post_id: id, form }, key),
    isRepeatable: true,
  })
}

export const givenBy = (value: Value) => Number(/^given (\d+)/.exec(value ?? '')?.[1] ?? 0)

/**
 * An image is identified by its size, because an unanswered upload has no name. Each image has
 * other dimensions.
 */
const IMAGES = `SELECT 'image:' || width || 'x' || height AS fact, user_id || ', bytes ' || bytes AS value FROM images`

const upload: Act = async (world, person) => {
  const n = world.count()
  const [width, height] = [16 + (n % 400), 16 + Math.floor(n / 400)]
  const row = width * 3 + 1
  // Each row starts with its filter type, 0.
  const rows = Uint8Array.from({ length: row * height }, (_, at) =>
    at % row === 0 ? 0 : (at * 7 + n * 31) % 256,
  )
  const bytes = pngFile(width, height, [8, 2, 0], deflateSync(rows))
  const response = await world.writeLog.write({
    fact: `image:${width}x${height}`,
    next: `${person.uid}, bytes ${bytes.length}`,
    send: () => post(world, person, '/api/posts/upload-image', bytes),
  })
  if (response?.ok)
    world.images.push({ url: ((await response.json()) as { url: string }).url, bytes })
}

/** A post is complete if its tags are listed, which they are while it is public. */
const POSTS = `
  SELECT 'post:' || title AS fact, status || ' ' || body || ', tags ' || COUNT(tag_key) AS value
  FROM posts LEFT JOIN post_tags ON post_id = id GROUP BY id`

export async function publish(world: World, person: Person): Promise<number | null> {
  const n = world.count()
  const [title, body] = [`Post ${n}`, `<p>Words of ${n}.</p>`]
  const response = await world.writeLog.write({
    fact: `post:${title}`,
    next: `approved ${body}, tags 2`,
    send: () =>
      post(
        world,
        person,
        '/api/studio/posts',
        { title, body, tags: ['proof', `tag ${n % 20}`] },
        title,
      ),
    isRepeatable: true,
  })
  return response?.ok ? ((await response.json()) as { id: number }).id : null
}

/** A comment is complete if it has its notice. */
const COMMENTS = `
  SELECT 'comment:' || body AS fact, 'on ' || post_id || ', notices ' || COUNT(n.id) AS value
  FROM comments c LEFT JOIN notifications n ON n.comment_id = c.id GROUP BY c.id`

const comment: Act = async (world, person, random) => {
  const { id, author } = random.pick(world.posts)
  const body = `Comment ${world.count()}`
  await world.writeLog.write({
    fact: `comment:${body}`,
    next: `on ${id}, notices ${author === person.uid ? 0 : 1}`,
    send: () => post(world, person, `/api/posts/${id}/comments`, { body }, body),
    isRepeatable: true,
  })
}

export const anyAct = (random: Random): Act =>
  random.pick([like, like, like, energize, energize, energize, comment, comment, publish, upload])

/** Each query reads one kind of fact from the main database. */
export const FACTS = [LIKES, ENERGY, IMAGES, POSTS, COMMENTS]
