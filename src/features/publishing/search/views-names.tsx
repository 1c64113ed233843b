import { type FoundPerson, PEOPLE_FOUND_MAX } from '#features/accounts/profiles/find-people.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { tagPath } from '#features/publishing/posts/post.ts'
import { searchPath, type Wanted } from '#features/publishing/search/find.ts'
import { TAGS_FOUND_MAX } from '#features/publishing/search/find-posts.ts'
import { searchTexts } from '#features/publishing/search/text.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { EmptyState } from '#web/components/elements.tsx'

const PEOPLE_SHOWN = 3
const TAGS_SHOWN = 8

interface PeopleProps {
  people: FoundPerson[]
  language: Language
}

interface TagsProps {
  tags: PopularTag[]
  language: Language
}

/** The best few people, shown beside the posts. */
export function FoundPeople({ people, wanted, language }: PeopleProps & { wanted: Wanted }) {
  const text = searchTexts[language]
  if (people.length === 0) return null
  return (
    <section class="card side-card">
      <h2>{text.tabs.people}</h2>
      <People people={people.slice(0, PEOPLE_SHOWN)} language={language} />
      {people.length > PEOPLE_SHOWN && <a href={searchPath({ q: wanted.q, type: 'people' })}>{text.seeAll}</a>}
    </section>
  )
}

export function FoundTags({ tags, wanted, language }: TagsProps & { wanted: Wanted }) {
  const text = searchTexts[language]
  if (tags.length === 0) return null
  return (
    <section class="card side-card">
      <h2>{text.tabs.tags}</h2>
      <Tags tags={tags.slice(0, TAGS_SHOWN)} language={language} />
      {tags.length > TAGS_SHOWN && <a href={searchPath({ q: wanted.q, type: 'tags' })}>{text.seeAll}</a>}
    </section>
  )
}

export function PeopleList({ people, q, language }: PeopleProps & { q: string }) {
  const text = searchTexts[language]
  if (people.length === 0) return <EmptyState icon="person" title={text.noPeople} hint={text.noPeopleBody(q)} />
  return (
    <>
      <div class="card">
        <People people={people.slice(0, PEOPLE_FOUND_MAX)} language={language} />
      </div>
      {people.length > PEOPLE_FOUND_MAX && <p class="faint">{text.onlySome(PEOPLE_FOUND_MAX)}</p>}
    </>
  )
}

export function TagCloud({ tags, q, language }: TagsProps & { q: string }) {
  const text = searchTexts[language]
  if (tags.length === 0) return <EmptyState icon="search" title={text.noTags} hint={text.noTagsBody(q)} />
  return (
    <>
      <div class="card">
        <Tags tags={tags.slice(0, TAGS_FOUND_MAX)} language={language} />
      </div>
      {tags.length > TAGS_FOUND_MAX && <p class="faint">{text.onlySome(TAGS_FOUND_MAX)}</p>}
    </>
  )
}

function People({ people, language }: PeopleProps) {
  const text = searchTexts[language]
  return (
    <ul class="found-people">
      {people.map((user) => (
        <li>
          <Avatar user={user} />
          <p class="byline">
            <AuthorName user={user} />
          </p>
          <p class="faint">
            {user.followers_count > 0 && text.followers(user.followers_count, compact(user.followers_count, language))}
            {user.followers_count > 0 && user.signature && ' · '}
            {user.signature}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Tags({ tags, language }: TagsProps) {
  const text = searchTexts[language]
  return (
    <ul class="tag-list">
      {tags.map(({ name, posts_count }) => (
        <li>
          <a href={tagPath(name)} title={text.posts(posts_count)}>
            {name} <small>{posts_count}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}
