import type { Neighbour } from '#features/pages/reading/reading.ts'
import { type ReadingText, readingTexts } from '#features/pages/reading/text.ts'
import type { NextPost } from '#features/publishing/lists/read-next.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'

export function ReadNext({ posts, language }: { posts: NextPost[]; language: Language }) {
  const text = readingTexts[language]
  const { card } = postTexts[language]
  return (
    <nav class="neighbours" aria-labelledby="read-next">
      <h2 id="read-next">{text.next}</h2>
      {posts.map(({ id, title, reading_minutes, likes_count }) => (
        <a class="neighbour" href={postPath(id)}>
          <strong lang={languageOfText(title)}>{title || card.untitled}</strong>
          <span>
            {card.minutes(reading_minutes)}
            {likes_count > 0 && ` · ${text.likes(likes_count, compact(likes_count, language))}`}
          </span>
        </a>
      ))}
    </nav>
  )
}

interface NeighboursProps {
  older: Neighbour | null
  newer: Neighbour | null
  text: ReadingText
}

export function Neighbours({ older, newer, text }: NeighboursProps) {
  return (
    <nav class="neighbours" aria-label={text.neighbours}>
      {older && (
        <a class="neighbour older" href={postPath(older.id)} rel="prev">
          <span>{text.older}</span>
          <strong lang={languageOfText(older.title)}>{older.title}</strong>
        </a>
      )}
      {newer && (
        <a class="neighbour newer" href={postPath(newer.id)} rel="next">
          <span>{text.newer}</span>
          <strong lang={languageOfText(newer.title)}>{newer.title}</strong>
        </a>
      )}
    </nav>
  )
}
