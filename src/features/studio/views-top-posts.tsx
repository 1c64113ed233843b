import { postPath } from '#features/posts/paths.ts'
import { SERIES } from '#features/studio/figures.ts'
import { figureTexts } from '#features/studio/text-figures.ts'
import type { TopPost } from '#features/studio/top-posts.ts'
import { SeriesHead } from '#features/studio/views-figures.tsx'
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
          <Table label={text.topLabel}>
            <SeriesHead first={text.post} text={text} />
            <tbody>
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
            </tbody>
          </Table>
        </>
      )}
    </section>
  )
}
