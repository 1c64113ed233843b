import { sql } from 'drizzle-orm'
import { type Database, group } from '#db/client.ts'
import { peopleNamed } from '#features/accounts/profiles/find-people.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Columns } from '#features/publishing/posts/post.ts'
import { postsInOrder, tagsNamed } from '#features/publishing/search/find-posts.ts'
import { searchTitles } from '#features/publishing/search/fts/search-posts.ts'
import type { PopularTag } from '#features/publishing/tags/popular.ts'
import type { Language } from '#kernel/i18n.ts'

const TITLES = 5
const PEOPLE = 3
const TAGS = 3

interface Suggestions {
  posts: { id: number; title: string }[]
  people: UserRef[]
  tags: PopularTag[]
}

const titleColumns = sql.raw('p.id, p.title') as Columns<{ id: number; title: string }>

/** Search suggestions for the typed text. */
export async function suggest(
  db: Database,
  search: Database,
  q: string,
  viewer: Viewer | null,
  language: Language,
): Promise<Suggestions> {
  const ids = await searchTitles(search, q, TITLES)
  const { posts, people, tags } = await db.read({
    posts: ids.length === 0 ? null : postsInOrder(titleColumns, ids, viewer),
    people: group({ rows: peopleNamed(q, viewer, PEOPLE) }, ({ rows }) => rows.map((row) => asUserRef(row, language))),
    tags: tagsNamed(q, TAGS),
  })
  return { posts: posts ?? [], people, tags }
}
