import type { Finding, FoundKind, Wanted } from '#features/publishing/search/find.ts'
import { searchPath } from '#features/publishing/search/find-paths.ts'
import { FOUND_COUNTED_MAX } from '#features/publishing/search/fts/search-posts.ts'
import { type SearchText, searchTexts } from '#features/publishing/search/text.ts'
import { SearchBox } from '#features/publishing/search/views-box.tsx'
import { Filters } from '#features/publishing/search/views-filters.tsx'
import { FoundPeople, FoundTags, PeopleList, TagCloud } from '#features/publishing/search/views-names.tsx'
import { FoundPosts } from '#features/publishing/search/views-posts.tsx'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Notice } from '#web/components/notice.tsx'
import { Tabs } from '#web/components/tabs.tsx'

export interface SearchViewProps {
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
    <div class="search-page">
      <link rel="stylesheet" href={asset('search.css')} />
      <h1>{q === '' ? text.title : text.resultsFor(q)}</h1>
      <SearchBox wanted={wanted} text={text} />
      {q !== '' && <Kinds wanted={wanted} finding={finding} text={text} />}
      {finding.meant !== null && <Meant wanted={wanted} meant={finding.meant} text={text} />}
      <aside
        class="search-beside"
        aria-label={type === undefined ? `${text.tabs.people}, ${text.tabs.tags}` : text.tips}
      >
        {type === undefined && <FoundPeople people={finding.people} wanted={wanted} language={language} />}
        {type === undefined && <FoundTags tags={finding.tags} wanted={wanted} language={language} />}
        <Tips text={text} />
      </aside>
      {q !== '' && (
        <div class="search-found">
          {listsPosts && finding.isDown && <Notice tone="danger">{text.down}</Notice>}
          {listsPosts && !finding.isDown && <Filters wanted={wanted} finding={finding} text={text} />}
          {listsPosts && !finding.isDown && <FoundPosts {...props} />}
          {type === 'people' && <PeopleList people={finding.people} q={q} language={language} />}
          {type === 'tags' && <TagCloud tags={finding.tags} q={q} language={language} />}
        </div>
      )}
    </div>
  )
}

const KINDS = [undefined, 'posts', 'people', 'tags'] as const

/** Filters are those of posts, so the other lists leave them out. */
function Kinds({ wanted, finding, text }: { wanted: Wanted; finding: Finding; text: SearchText }) {
  const { q, type } = wanted
  const { counts, isDown } = finding
  const isCounted = (kind: FoundKind) => kind !== 'posts' || !isDown
  const items = KINDS.map((kind) => ({
    href: searchPath(kind === undefined || kind === 'posts' ? { ...wanted, type: kind } : { q, type: kind }),
    label: text.tabs[kind ?? 'all'],
    current: kind === type,
    badge: counts && kind && isCounted(kind) && <span class="tab-count"> {countOf(counts[kind], text)}</span>,
  }))
  return <Tabs label={text.tabsLabel} items={items} />
}

function countOf(count: number, text: SearchText): string {
  return count > FOUND_COUNTED_MAX ? text.more(FOUND_COUNTED_MAX) : String(count)
}

function Meant({ wanted, meant, text }: { wanted: Wanted; meant: string; text: SearchText }) {
  return (
    <p class="search-meant">
      {text.meant}
      <a href={searchPath({ ...wanted, q: meant })}>{meant}</a>
      {text.meant.endsWith(' ') ? '?' : ''}
    </p>
  )
}

function Tips({ text }: { text: SearchText }) {
  return (
    <section class="card side-card search-tips">
      <h2>{text.tips}</h2>
      <ul>
        {Object.values(text.tipList).map((tip) => (
          <li>{tip}</li>
        ))}
      </ul>
    </section>
  )
}
