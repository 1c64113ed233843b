import { POST_LANGUAGES } from '#features/publishing/posts/language.ts'
import { type Finding, searchPath, type Wanted } from '#features/publishing/search/find.ts'
import { SINCE } from '#features/publishing/search/fts/marks.ts'
import { type SearchText, searchTexts } from '#features/publishing/search/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { menu } from '#web/components/hooks.ts'
import { memoised } from '#web/components/memoised.ts'

/** The names of the filters, without the sort order. */
export const FILTER_NAMES = ['language', 'time', 'tag', 'author'] as const
type FilterName = (typeof FILTER_NAMES)[number]

interface Choice {
  value: string | number | undefined
  label: string
}

/** Menus of plain links, one URL per choice. The tags and authors are those of the listed posts. */
export function Filters({ wanted, finding, language }: { wanted: Wanted; finding: Finding; language: Language }) {
  const posts = finding.posts.items.map(({ post }) => post)
  const tags = new Set([...(wanted.tag === undefined ? [] : [wanted.tag]), ...posts.flatMap((post) => post.tags)])
  const authors = new Map(posts.map((post) => [post.author.uid, post.author.display_name]))
  if (wanted.author !== undefined) {
    authors.set(wanted.author, nameOf('author', wanted, finding, searchTexts[language]))
  }
  return cachedMenus({
    wanted,
    tags: [...tags].slice(0, SHOWN_MAX).map((name) => choice(name, name)),
    authors: [...authors].slice(-SHOWN_MAX).map(([uid, name]) => choice(uid, name)),
    language,
  })
}

interface MenusProps {
  wanted: Wanted
  tags: Choice[]
  authors: Choice[]
  language: Language
}

function Menus({ wanted, tags, authors, language }: MenusProps) {
  const { filters, filter } = searchTexts[language]
  const { sort, time } = filter
  const languages = POST_LANGUAGES.map((one) => choice(one, filter.language[one]))
  return (
    <nav class="search-filters" aria-label={filters}>
      <Filter name="sort" any={sort} choices={[choice('new', sort.new), choice('hot', sort.hot)]} wanted={wanted} />
      <Filter name="language" any={filter.language} choices={languages} wanted={wanted} />
      <Filter name="time" any={time} choices={SINCE.map((since) => choice(since, time[since]))} wanted={wanted} />
      <Filter name="tag" any={filter.tag} choices={tags} wanted={wanted} />
      <Filter name="author" any={filter.author} choices={authors} wanted={wanted} />
    </nav>
  )
}

const cachedMenus = memoised(Menus)

/** The label of the current value of a filter. */
export function nameOf(name: FilterName, wanted: Wanted, finding: Finding, text: SearchText): string {
  if (name === 'language') return text.filter.language[wanted.language ?? 'any']
  if (name === 'time') return text.filter.time[wanted.time ?? 'any']
  if (name === 'tag') return wanted.tag ?? text.filter.tag.any
  return finding.author?.display_name ?? String(wanted.author)
}

const SHOWN_MAX = 12

const choice = (value: string | number, label: string): Choice => ({ value, label })

interface FilterProps {
  name: FilterName | 'sort'
  any: { any: string; label: string }
  choices: Choice[]
  wanted: Wanted
}

function Filter({ name, any, choices, wanted }: FilterProps) {
  if (choices.length === 0) return null
  const current = choices.find(({ value }) => value === wanted[name])
  return (
    <details class="menu" {...menu()}>
      <summary class={current ? 'button small is-set' : 'button small'}>
        <span class="visually-hidden">{any.label}</span>
        {current?.label ?? any.any}
      </summary>
      <ul class="menu-panel">
        {[{ value: undefined, label: any.any }, ...choices].map(({ value, label }) => (
          <li>
            <a
              class="menu-item"
              href={searchPath({ ...wanted, [name]: value })}
              aria-current={value === wanted[name] ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
