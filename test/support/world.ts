import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { createApp } from '#app'
import { type Database, openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { User } from '#db/schema/people.ts'
import type { PostRow, PostStatus } from '#db/schema/posts.ts'
import type { SettingKey } from '#db/schema/site.ts'
import type { AppEnv, Bindings } from '#env'
import { usernameKey } from '#features/accounts/profiles/username.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { contentOf } from '#features/publishing/posts/content.ts'
import { tagKey } from '#features/publishing/tags/tags.ts'
import { after, dayOf, HOUR, startOfDay } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { Client } from '#test/client.ts'

export const PASSWORD = 'correct horse battery staple'

export interface UserFacts {
  username?: string
  level?: number
  role?: User['role']
  status?: 'active' | 'banned'
  /** Whether the address is proven. */
  isVerified?: boolean
}

export interface PostFacts {
  author: { uid: number }
  status?: PostStatus
  title?: string
  body?: string
  summary?: string
  cover?: string
  tags?: string[]
  /** For a rejected or a locked post. */
  reason?: string
}

/** A site of its own clock on the real databases; people and addresses are made anew, so tests do not meet. */
export class World {
  readonly env = env as unknown as Bindings
  readonly db: Database = openDb(this.env.DB, new Meter())
  readonly search: Database = openDb(this.env.SEARCH, new Meter())
  readonly app: Hono<AppEnv>
  /** Of the build: sites of the same one share what the data centre keeps. */
  readonly edition: string
  /** Noon, so that no test is over midnight by waiting; ahead of the runtime, whose own clock alone ends what is kept for a while. */
  now = after(startOfDay(dayOf(new Date())), 36 * HOUR)

  constructor(edition: string = crypto.randomUUID()) {
    this.edition = edition
    this.app = createApp(() => this.now, edition)
  }

  wait(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Somebody who has just arrived from an address nobody else uses. */
  visitor(): Client {
    return new Client(this, freshAddress())
  }

  async user(facts: UserFacts = {}): Promise<User> {
    const { username = null, level = 0, role = 'user', status = 'active' } = facts
    const email = `${crypto.randomUUID()}@example.com`
    const [user] = await this.db.all(sql<User>`
      INSERT INTO users (email, password_hash, username, username_key, exp, role, status, created_at, email_verified_at)
      VALUES (${email}, ${await passwordHash()}, ${username}, ${username && usernameKey(username)},
        ${LEVEL_FLOORS[level] ?? 0}, ${role}, ${status}, ${this.now.toISOString()},
        ${facts.isVerified ? this.now.toISOString() : null})
      RETURNING *`)
    if (!user) throw new Error('no user was made')
    return user
  }

  /** A new user who is signed in, in a browser of their own. */
  async member(facts: UserFacts = {}): Promise<Client & { user: User }> {
    return this.visitor().signIn(await this.user(facts))
  }

  /** A post in whatever state, approved unless said otherwise, written and published at the world's present. */
  async post(facts: PostFacts): Promise<PostRow> {
    const { author, status = 'approved', title = 'A title', body = '<p>Some words to read.</p>', reason = null } = facts
    const tags = (facts.tags ?? []).map((name) => [tagKey(name), name] as const)
    const content = contentOf({ title, body, summary: facts.summary ?? null, coverUrl: facts.cover ?? null, tags })
    const at = this.now.toISOString()
    const isPublished = status === 'approved' || status === 'locked'
    const [post] = await this.db.all(sql<PostRow>`
      INSERT INTO posts (author_id, status, title, summary, summary_is_own, cover_url, tags, reading_minutes, body,
        reject_reason, locked_from, lock_reason, created_at, updated_at, published_at)
      VALUES (${author.uid}, ${status}, ${title}, ${content.summary}, ${content.summaryIsOwn ? 1 : 0},
        ${content.coverUrl}, ${JSON.stringify(tags)}, ${content.readingMinutes}, ${content.body},
        ${status === 'rejected' ? reason : null}, ${status === 'locked' ? 'approved' : null},
        ${status === 'locked' ? reason : null}, ${at}, ${at}, ${isPublished ? at : null})
      RETURNING *`)
    if (!post) throw new Error('no post was made')
    return post
  }

  /** Turns a switch of the site, as an operator would: by SQL. */
  async setting(key: SettingKey, value: boolean): Promise<void> {
    await this.db.batch([sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`])
    forgetSettings()
  }

  async reload(user: { uid: number }): Promise<User> {
    const found = await this.db.first(sql<User>`SELECT * FROM users WHERE uid = ${user.uid}`)
    if (!found) throw new Error(`no user ${user.uid}`)
    return found
  }
}

let knownHash: string | undefined
async function passwordHash(): Promise<string> {
  knownHash ??= await hashPassword(PASSWORD)
  return knownHash
}

function freshAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}
