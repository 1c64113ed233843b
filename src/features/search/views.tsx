import { postPath } from '#features/posts/paths.ts'
import type { FoundPost } from '#features/posts/search.ts'
import { postTexts } from '#features/posts/text.ts'
import { AuthorName } from '#features/posts/views-author.tsx'
import { TagList } from '#features/posts/views-card.tsx'
import type { Segment } from '#features/search/highlight.ts'
import { QUERY_MAX } from '#features/search/match.ts'
import type { SearchText } from '#features/search/text.ts'
import { foreignLanguage } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { pressedByKey } from '#web/components/hooks.ts'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'
import { shellTexts } from '#web/text.ts'

interface SearchViewProps {
  q: string
  found: Page<FoundPost>
  isFirstPage: boolean
  language: Language
  text: SearchText
}

export function SearchView({ q, found, isFirstPage, language, text }: SearchViewProps) {
  const { items, next_cursor } = found
  return (
    <div class="search-page">
      <h1>{q === '' ? text.title : text.resultsFor(q)}</h1>
      <SearchBox q={q} text={text} />
      {items.length === 0 && isFirstPage && <NothingFound q={q} text={text} />}
      {items.length > 0 && (
        <ol class="post-list" id="results" aria-label={text.results}>
          {items.map((item) => (
            <Result {...item} language={language} />
          ))}
        </ol>
      )}
      {items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={`/search?q=${encodeURIComponent(q)}`} cursor={next_cursor} label={shellTexts[language].loadMore} />
    </div>
  )
}

function SearchBox({ q, text }: { q: string; text: SearchText }) {
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
          {...pressedByKey({ key: '/' })}
          aria-keyshortcuts="/"
        />
        <button type="submit" class="button primary">
          {text.submit}
        </button>
      </form>
    </search>
  )
}

function NothingFound({ q, text }: { q: string; text: SearchText }) {
  if (q === '') return <p class="soft">{text.hintBody}</p>
  const browse = (
    <a class="button" href="/posts">
      {text.browse}
    </a>
  )
  return (
    <EmptyState icon="search" title={text.none} actions={browse}>
      {text.noneBody(q)}
    </EmptyState>
  )
}

function Result({ post, title, snippet, language }: FoundPost & { language: Language }) {
  const lang = foreignLanguage(post.title + post.summary, language)
  return (
    <li class="post-card">
      <div class="byline">
        <Avatar user={post.author} size="small" />
        <AuthorName user={post.author} />
        <Time value={post.published_at ?? post.created_at} language={language} show="day" />
      </div>
      <h2 lang={lang}>
        <a class="card-link" href={postPath(post.id)}>
          <Marked segments={title} />
        </a>
      </h2>
      <p class="post-summary" lang={lang}>
        <Marked segments={snippet} />
      </p>
      <footer>
        <TagList tags={post.tags} text={postTexts[language].card} />
      </footer>
    </li>
  )
}

function Marked({ segments }: { segments: Segment[] }) {
  return <>{segments.map(({ text, isMatch }) => (isMatch ? <mark>{text}</mark> : text))}</>
}
