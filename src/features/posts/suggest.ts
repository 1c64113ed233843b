import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { group } from '#db/group.ts'
import type { UserRef } from '#features/people/shapes.ts'
import { asUserRef } from '#features/people/user-ref.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { tagsNamed } from '#features/posts/find-tags.ts'
import type { PopularTag } from '#features/posts/list-page.ts'
import type { Columns } from '#features/posts/post.ts'
import { postsInTurn } from '#features/posts/search.ts'
import { peopleNamed } from '#features/profiles/find-people.ts'
import { searchTitles } from '#features/search/search-titles.ts'
import type { Language } from '#kernel/i18n.ts'

const TITLES = 5
const PEOPLE = 3
const TAGS = 3

export interface Suggestions {
  posts: { id: number; title: string }[]
  people: UserRef[]
  tags: PopularTag[]
}

const titleColumns = sql.raw('p.id, p.title') as Columns<{ id: number; title: string }>

/** What somebody who has typed this may be looking for. */
export async function suggest(
  db: Database,
  search: Database,
  q: string,
  viewer: Viewer | null,
  language: Language,
): Promise<Suggestions> {
  const ids = await searchTitles(search, q, TITLES)
  const { posts, people, tags } = await db.read({
    posts: ids.length === 0 ? null : postsInTurn(titleColumns, ids, viewer),
    people: group({ rows: peopleNamed(q, viewer, PEOPLE) }, ({ rows }) => rows.map((row) => asUserRef(row, language))),
    tags: tagsNamed(q, TAGS),
  })
  return { posts: posts ?? [], people, tags }
}
