import { SERIES } from '#features/pages/studio/analytics/figures.ts'
import { figureTexts } from '#features/pages/studio/analytics/text-figures.ts'
import type { TopPost } from '#features/pages/studio/analytics/top-posts.ts'
import { seriesColumns } from '#features/pages/studio/analytics/views-figures.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'
import { Table } from '#web/components/table.tsx'

/** What did best in the range that is shown. */
export function TopPosts({ posts, language }: { posts: TopPost[]; language: Language }) {
  const text = figureTexts[language]
  return (
    <section class="top-posts" aria-labelledby="top-heading">
      <h2 id="top-heading">{text.topHeading}</h2>
      {posts.length === 0 ? (
        <p class="soft">{text.noTop}</p>
      ) : (
        <>
          <p class="soft">{text.topLead}</p>
          <Table label={text.topLabel} columns={seriesColumns(text.post, text)} class="by-series">
            {posts.map((post) => (
              <tr>
                <th scope="row">
                  <a href={postPath(post.id)}>{post.title || text.untitled}</a>
                </th>
                {SERIES.map((name) => (
                  <td class="number">{post[name].toLocaleString(language)}</td>
                ))}
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  )
}
