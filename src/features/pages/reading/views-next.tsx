import type { Neighbour } from '#features/pages/reading/reading.ts'
import { readingTexts } from '#features/pages/reading/text.ts'
import type { NextPost } from '#features/publishing/lists/read-next.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { type PartOfSeries, postPath, seriesPath } from '#features/publishing/posts/post.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import { directionOf, foreignLanguage, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { atWidth, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { compact } from '#web/components/compact.ts'
import { Icon } from '#web/components/elements.tsx'

export function ReadNext({ posts, language }: { posts: NextPost[]; language: Language }) {
  const text = readingTexts[language]
  const { card } = postTexts[language]
  return (
    <nav class="neighbours" aria-labelledby="read-next">
      <h2 id="read-next">{text.next}</h2>
      {posts.map(({ id, title, cover_url, reading_minutes, likes_count }) => (
        <a class="neighbour" href={postPath(id)}>
          {cover_url && (
            <img
              src={atWidth(cover_url, SMALL_WIDTH)}
              alt=""
              width="96"
              height="72"
              loading="lazy"
            />
          )}
          <strong lang={languageOfText(title)} dir={directionOf(title)}>
            {title || card.untitled}
          </strong>
          <span class="faint small">
            {card.minutes(reading_minutes)}
            {likes_count > 0 && ` · ${text.likes(likes_count, compact(likes_count, language))}`}
          </span>
        </a>
      ))}
    </nav>
  )
}

interface PartsProps {
  series: PartOfSeries
  previous: Neighbour | null
  next: Neighbour | null
  language: Language
}

export function SeriesLine({ series, previous, next, language }: PartsProps) {
  const text = seriesTexts[language]
  return (
    <nav class="series-line row" aria-label={text.series}>
      <p class="row breaks">
        <a
          href={seriesPath(series.id)}
          lang={foreignLanguage(series.title, language)}
          dir={directionOf(series.title)}
        >
          {series.title}
        </a>
        <span class="faint small">{text.part(series.part, series.parts)}</span>
      </p>
      {previous && (
        <a class="button small" href={postPath(previous.id)} rel="prev">
          <Icon name="chevron" class="to-left" />
          {text.previous}
        </a>
      )}
      {next && (
        <a class="button small" href={postPath(next.id)} rel="next">
          {text.next}
          <Icon name="chevron" />
        </a>
      )}
    </nav>
  )
}

export function Parts({ series, previous, next, language }: PartsProps) {
  const text = seriesTexts[language]
  return (
    <nav class="neighbours" aria-labelledby="series-parts">
      <h2 id="series-parts">
        <a
          href={seriesPath(series.id)}
          lang={foreignLanguage(series.title, language)}
          dir={directionOf(series.title)}
        >
          {series.title}
        </a>{' '}
        <small>{text.part(series.part, series.parts)}</small>
      </h2>
      <NeighbourLinks
        older={previous}
        newer={next}
        text={{ older: text.previous, newer: text.next }}
      />
    </nav>
  )
}

interface NeighboursProps {
  older: Neighbour | null
  newer: Neighbour | null
  text: { older: string; newer: string }
}

export function NeighbourLinks({ text, ...posts }: NeighboursProps) {
  return (['older', 'newer'] as const).map((side) => {
    const post = posts[side]
    return (
      post && (
        <a
          class={`neighbour ${side}`}
          href={postPath(post.id)}
          rel={side === 'older' ? 'prev' : 'next'}
        >
          <span class="faint small">{text[side]}</span>
          <strong lang={languageOfText(post.title)} dir={directionOf(post.title)}>
            {post.title}
          </strong>
        </a>
      )
    )
  })
}
