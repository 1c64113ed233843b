import { shellTexts } from '#features/core/shell/text.ts'
import { COVERS_AT_ONCE, rememberedCard } from '#features/publishing/lists/views-card.tsx'
import { searchPath } from '#features/publishing/search/find-paths.ts'
import { SORTED_MAX } from '#features/publishing/search/fts/search-posts.ts'
import { searchTexts } from '#features/publishing/search/text.ts'
import type { SearchViewProps } from '#features/publishing/search/views.tsx'
import { NARROWING, nameOf } from '#features/publishing/search/views-filters.tsx'
import { LinkButton } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'

export function FoundPosts(props: SearchViewProps) {
  const { wanted, finding, isFirstPage, language } = props
  const { items, next_cursor } = finding.posts
  const text = searchTexts[language]
  return (
    <>
      {finding.isPartial && (
        <Notice>
          {text.partial}{' '}
          <a href={searchPath({ ...wanted, language: undefined, time: undefined })}>{text.partialDrop}</a>
        </Notice>
      )}
      {items.length === 0 && isFirstPage && next_cursor === null && <NothingFound {...props} />}
      {items.length > 0 && (
        <ol class="post-list" id="results" aria-label={text.results}>
          {items.map(({ post, title, text }, index) =>
            rememberedCard({ post, language, eager: index < COVERS_AT_ONCE, found: { title, text, q: wanted.q } }),
          )}
        </ol>
      )}
      {items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={searchPath(wanted)} cursor={next_cursor} label={shellTexts[language].loadMore} />
      {finding.isCut && <p class="faint">{text.cut(SORTED_MAX)}</p>}
    </>
  )
}

/** Where a filter is to blame it can be taken away, one by one or all. */
function NothingFound({ wanted, finding, language }: SearchViewProps) {
  const text = searchTexts[language]
  const { q } = wanted
  const set = NARROWING.filter((name) => wanted[name] !== undefined)
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
            <LinkButton href={searchPath(left)} label={text.drop(nameOf(set[at] ?? 'tag', wanted, finding, text))} />
          ))}
          {set.length > 1 && (
            <LinkButton href={searchPath({ q, type: wanted.type, sort: wanted.sort })} label={text.dropAll} />
          )}
        </>
      }
      hint={text.noneFilteredBody(q)}
    />
  )
}
