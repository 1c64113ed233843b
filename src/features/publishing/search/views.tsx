import { type FoundPerson, PEOPLE_FOUND_MAX } from '#features/accounts/profiles/find-people.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { cachedRow, EAGER_COVERS } from '#features/publishing/lists/views-card.tsx'
import { POST_LANGUAGES } from '#features/publishing/posts/language.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import {
  type Finding,
  type FoundKind,
  searchPath,
  TAGS_FOUND_MAX,
  type Wanted,
} from '#features/publishing/search/find.ts'
import { SINCE } from '#features/publishing/search/fts/marks.ts'
import { FOUND_COUNTED_MAX, SORTED_MAX } from '#features/publishing/search/fts/search-posts.ts'
import { type SearchText, searchTexts } from '#features/publishing/search/text.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { asset } from '#web/assets.ts'
import { compact } from '#web/components/compact.ts'
import { Button, EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { menu } from '#web/components/hooks.ts'
import { Pager, Tabs } from '#web/components/lists.tsx'
import { memoised } from '#web/components/memoised.ts'

interface SearchViewProps {
  wanted: Wanted
  finding: Finding
  isFirstPage: boolean
  language: Language
}

export function SearchView(props: SearchViewProps) {
  const { wanted, finding, language } = props
  const { q, type } = wanted
  const text = searchTexts[language]
  const listsPosts = type === undefined || type === 'posts'
  return (
    <div class="search-page stack">
      <link rel="stylesheet" href={asset('search.css')} />
      <h1>{q === '' ? text.title : text.resultsFor(q)}</h1>
      <SearchBox wanted={wanted} text={text} />
      {q !== '' && <Kinds wanted={wanted} finding={finding} text={text} />}
      {finding.didYouMean !== null && (
        <DidYouMean wanted={wanted} spelling={finding.didYouMean} text={text} />
      )}
      <aside
        class="search-beside"
        aria-label={type === undefined ? `${text.tabs.people}, ${text.tabs.tags}` : text.tips}
      >
        {type === undefined && <BestNames {...props} kind="people" />}
        {type === undefined && <BestNames {...props} kind="tags" />}
        {cachedTips({ language })}
      </aside>
      {q !== '' && (
        <div class="search-found">
          {listsPosts && finding.isDown && <Notice tone="danger">{text.down}</Notice>}
          {listsPosts && !finding.isDown && (
            <Filters wanted={wanted} finding={finding} language={language} />
          )}
          {listsPosts && !finding.isDown && <FoundPosts {...props} />}
          {(type === 'people' || type === 'tags') && <AllNames {...props} kind={type} />}
        </div>
      )}
    </div>
  )
}

const KINDS = [undefined, 'posts', 'people', 'tags'] as const

/** Filters apply only to posts, so the links to the other lists omit them. */
function Kinds({ wanted, finding, text }: { wanted: Wanted; finding: Finding; text: SearchText }) {
  const { q, type } = wanted
  const { counts, isDown } = finding
  const isCounted = (kind: FoundKind) => kind !== 'posts' || !isDown
  const shown = (count: number) =>
    count > FOUND_COUNTED_MAX ? text.more(FOUND_COUNTED_MAX) : count
  const items = KINDS.map((kind) => ({
    href: searchPath(
      kind === undefined || kind === 'posts' ? { ...wanted, type: kind } : { q, type: kind },
    ),
    label: text.tabs[kind ?? 'all'],
    current: kind === type,
    badge: counts && kind && isCounted(kind) && (
      <span class="faint small tabular"> {shown(counts[kind])}</span>
    ),
  }))
  return <Tabs label={text.tabsLabel} items={items} />
}

function DidYouMean({
  wanted,
  spelling,
  text,
}: {
  wanted: Wanted
  spelling: string
  text: SearchText
}) {
  return (
    <p class="search-meant">
      {text.didYouMean}
      <a href={searchPath({ ...wanted, q: spelling })}>{spelling}</a>
      {text.didYouMean.endsWith(' ') ? '?' : ''}
    </p>
  )
}

function Tips({ language }: { language: Language }) {
  const text = searchTexts[language]
  return (
    <section class="card side-card search-tips">
      <h2>{text.tips}</h2>
      <ul class="stack tight soft small">
        {Object.values(text.tipList).map((tip) => (
          <li>{tip}</li>
        ))}
      </ul>
    </section>
  )
}

const cachedTips = memoised(Tips)

/**
 * The only search field of this page, because the top bar omits its own here. It keeps the current
 * filters.
 */
function SearchBox({ wanted, text }: { wanted: Wanted; text: SearchText }) {
  const { q, ...choices } = wanted
  return (
    <search aria-label={text.label}>
      <form class="search-box" action="/search">
        <input
          class="input"
          type="search"
          name="q"
          value={q}
          maxlength={QUERY_MAX}
          placeholder={text.placeholder}
          aria-label={text.label}
          autofocus={q === ''}
          autocomplete="off"
          aria-keyshortcuts="/"
        />
        <Button type="submit" kind="primary" label={text.submit} />
        {Object.entries(choices).map(
          ([name, value]) =>
            value !== undefined && <input type="hidden" name={name} value={String(value)} />,
        )}
      </form>
    </search>
  )
}

function FoundPosts(props: SearchViewProps) {
  const { wanted, finding, isFirstPage, language } = props
  const { items, next_cursor } = finding.posts
  const text = searchTexts[language]
  return (
    <>
      {finding.isPartial && (
        <Notice>
          {text.partial}{' '}
          <a href={searchPath({ ...wanted, language: undefined, time: undefined })}>
            {text.partialDrop}
          </a>
        </Notice>
      )}
      {items.length === 0 && isFirstPage && next_cursor === null && <NothingFound {...props} />}
      {items.length > 0 && (
        <ol class="post-list" id="results" aria-label={text.results}>
          {items.map(({ post, title, text }, index) =>
            cachedRow({
              post,
              language,
              eager: index < EAGER_COVERS,
              found: { title, text, q: wanted.q },
            }),
          )}
        </ol>
      )}
      {items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={searchPath(wanted)} cursor={next_cursor} label={shellTexts[language].loadMore} />
      {finding.isCut && <p class="faint">{text.cut(SORTED_MAX)}</p>}
    </>
  )
}

/** Offers to remove each filter, or all of them. */
function NothingFound({ wanted, finding, language }: SearchViewProps) {
  const text = searchTexts[language]
  const { q } = wanted
  const set = FILTER_NAMES.filter((name) => wanted[name] !== undefined)
  if (set.length === 0) {
    const browse = <LinkButton href="/posts" label={text.browse} />
    return <EmptyState icon="search" title={text.none} actions={browse} hint={text.noneBody(q)} />
  }
  const drops = set.map((name) => ({ ...wanted, [name]: undefined }))
  return (
    <EmptyState
      icon="search"
      title={text.noneFiltered}
      actions={
        <>
          {drops.map((left, at) => (
            <LinkButton
              href={searchPath(left)}
              label={text.drop(nameOf(set[at] ?? 'tag', wanted, finding, text))}
            />
          ))}
          {set.length > 1 && (
            <LinkButton
              href={searchPath({ q, type: wanted.type, sort: wanted.sort })}
              label={text.dropAll}
            />
          )}
        </>
      }
      hint={text.noneFilteredBody(q)}
    />
  )
}

/** The names of the filters, without the sort order. */
const FILTER_NAMES = ['language', 'time', 'tag', 'author'] as const
type FilterName = (typeof FILTER_NAMES)[number]

interface Choice {
  value: string | number | undefined
  label: string
}

/** Menus of plain links, one URL per choice. The tags and authors are those of the listed posts. */
function Filters({
  wanted,
  finding,
  language,
}: {
  wanted: Wanted
  finding: Finding
  language: Language
}) {
  const posts = finding.posts.items.map(({ post }) => post)
  const tags = new Set([
    ...(wanted.tag === undefined ? [] : [wanted.tag]),
    ...posts.flatMap((post) => post.tags),
  ])
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
    <nav class="search-filters row" aria-label={filters}>
      <Filter
        name="sort"
        any={sort}
        choices={[choice('new', sort.new), choice('hot', sort.hot)]}
        wanted={wanted}
      />
      <Filter name="language" any={filter.language} choices={languages} wanted={wanted} />
      <Filter
        name="time"
        any={time}
        choices={SINCE.map((since) => choice(since, time[since]))}
        wanted={wanted}
      />
      <Filter name="tag" any={filter.tag} choices={tags} wanted={wanted} />
      <Filter name="author" any={filter.author} choices={authors} wanted={wanted} />
    </nav>
  )
}

const cachedMenus = memoised(Menus)

/** The label of the current value of a filter. */
function nameOf(name: FilterName, wanted: Wanted, finding: Finding, text: SearchText): string {
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

type NamesProps = SearchViewProps & { kind: 'people' | 'tags' }

const BEST_SHOWN = { people: 3, tags: 8 }
const FOUND_MAX = { people: PEOPLE_FOUND_MAX, tags: TAGS_FOUND_MAX }

function BestNames({ kind, finding, wanted, language }: NamesProps) {
  const text = searchTexts[language]
  const most = BEST_SHOWN[kind]
  if (finding[kind].length === 0) return null
  return (
    <section class="card side-card">
      <h2>{text.tabs[kind]}</h2>
      {namesOf(kind, finding, most, language)}
      {finding[kind].length > most && (
        <a href={searchPath({ q: wanted.q, type: kind })}>{text.seeAll}</a>
      )}
    </section>
  )
}

function AllNames({ kind, finding, wanted, language }: NamesProps) {
  const text = searchTexts[language]
  const most = FOUND_MAX[kind]
  if (finding[kind].length === 0) {
    const { title, hint } = text.noNames[kind]
    return (
      <EmptyState
        icon={kind === 'people' ? 'person' : 'search'}
        title={title}
        hint={hint(wanted.q)}
      />
    )
  }
  return (
    <>
      <div class="card">{namesOf(kind, finding, most, language)}</div>
      {finding[kind].length > most && <p class="faint">{text.onlySome(most)}</p>}
    </>
  )
}

function namesOf(kind: 'people' | 'tags', finding: Finding, most: number, language: Language) {
  if (kind === 'people')
    return <People people={finding.people.slice(0, most)} language={language} />
  return <Tags tags={finding.tags.slice(0, most)} language={language} />
}

function People({ people, language }: { people: FoundPerson[]; language: Language }) {
  const text = searchTexts[language]
  return (
    <ul class="found-people">
      {people.map((user) => (
        <li class="beside">
          <Avatar user={user} />
          <p class="byline">
            <AuthorName user={user} />
          </p>
          <p class="faint small one-line">
            {user.followers_count > 0 &&
              text.followers(user.followers_count, compact(user.followers_count, language))}
            {user.followers_count > 0 && user.signature && ' · '}
            {user.signature}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Tags({ tags, language }: { tags: PopularTag[]; language: Language }) {
  const text = searchTexts[language]
  return (
    <ul class="tag-list row">
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
