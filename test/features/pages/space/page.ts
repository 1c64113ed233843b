import { sql } from 'drizzle-orm'
import type { User } from '#db/schema/core.ts'
import type { Client, TestResponse, World } from '#test/world.ts'

/** The visible text of the main element of a page. */
export function wordsOf({ text }: TestResponse): string {
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The titles of the posts that a page lists, in order. */
export function titlesIn({ text }: TestResponse): string[] {
  return [...text.matchAll(/<h2[^>]*><a href="\/posts\/\d+">([^<]*)</g)].map(
    ([, title]) => title ?? '',
  )
}

/** The URL of the "load more" link. */
export function nextIn({ text }: TestResponse): string | null {
  return /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** All pages of a list, from this path on. */
export async function pagesFrom(by: Client, path: string): Promise<TestResponse[]> {
  const pages: TestResponse[] = []
  for (let next: string | null = path; next !== null; next = nextIn(pages.at(-1) as TestResponse)) {
    pages.push(await by.get(next))
  }
  return pages
}

/**
 * Creates followed users with posts. The posts alternate between the users, and every two share a
 * time.
 */
export async function crowd(world: World, follower: User, people: number, posts: number) {
  const prefix = crypto.randomUUID().slice(0, 8)
  const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => n))
  await world.db.batch([
    sql`INSERT INTO users (email, username, username_key, created_at)
        SELECT ${prefix} || value, ${prefix} || value, ${prefix} || value, '' FROM json_each(${numbers(people)})`,
    sql`INSERT INTO user_follows (follower_id, followed_id, created_at)
        SELECT ${follower.uid}, uid, printf('%04d', uid) FROM users WHERE username GLOB ${`${prefix}*`}`,
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        SELECT u.uid, 'approved', 'Post ' || u.uid || '-' || n.value, '', '', '', '',
          strftime('%Y-%m-%dT%H:%M:%S.000Z', '2026-01-01', printf('+%d hours', ((u.uid * 7919) % ${people} + n.value * ${people}) / 2))
        FROM users u, json_each(${numbers(posts)}) n WHERE u.username GLOB ${`${prefix}*`}`,
  ])
}
