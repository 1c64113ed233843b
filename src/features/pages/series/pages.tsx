import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { one } from '#db/client.ts'
import type { AppEnv } from '#env'
import { follows } from '#features/community/follows/topics.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { page } from '#features/core/shell/page.tsx'
import { SeriesView } from '#features/pages/series/views.tsx'
import { respondWithFeed } from '#features/publishing/lists/http/feed-response.ts'
import {
  asListedPost,
  listedColumns,
  postPath,
  seriesFeedPath,
  seriesPath,
} from '#features/publishing/posts/post.ts'
import {
  coverOf,
  partsOf,
  seriesFeed,
  visibleSeriesOf,
} from '#features/publishing/series/series.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import { languageOfText } from '#kernel/html/plain.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer, sameForAll } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageId } from '#web/validation/validate.ts'

export const seriesPages = new Hono<AppEnv>()
  .get('/series/:id', optionalViewer, cached(), pageId, async (c) => {
    const { db, viewer, language } = c.var
    const { id } = c.req.valid('param')
    const { series, rows, follow } = await db.read({
      series: visibleSeriesOf(viewer, id, language),
      rows: partsOf(listedColumns, id),
      follow:
        viewer &&
        one(
          sql<{
            following: 0 | 1
          }>`SELECT ${follows(sql`${viewer.uid}`, { series: id })} AS following`,
        ),
    })
    // The posts do not name their series, because it is the title of the page.
    const posts = rows.map((row) => ({ ...asListedPost(row, language), series: null }))
    const { title, description, author } = series
    const origin = siteOrigin(c)
    const url = origin + seriesPath(id)
    const cover = coverOf(posts)
    const by = seriesTexts[language].by(author.display_name)
    return page(
      c,
      {
        title: `${title} · ${author.display_name}`,
        description: description || by,
        canonicalPath: seriesPath(id),
        isReading: true,
        feed: { title, path: seriesFeedPath(id) },
        ...(posts.length === 0 && { robots: 'noindex' as const }),
        openGraph: { type: 'website', ...(cover !== null && { image: cover }) },
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'CreativeWorkSeries',
          name: title,
          ...(description && { description }),
          url,
          inLanguage: languageOfText(title + description),
          author: {
            '@type': 'Person',
            name: author.display_name,
            url: origin + userPath(author.uid),
          },
          hasPart: posts.map((post, at) => ({
            '@type': 'BlogPosting',
            headline: post.title,
            url: origin + postPath(post.id),
            position: at + 1,
            isPartOf: url,
          })),
        },
      },
      <SeriesView
        {...{ series, posts, cover, viewer, language }}
        isFollowing={follow?.following === 1}
      />,
    )
  })
  .get('/series/:id/feed.xml', sameForAll, cached(), pageId, async (c) => {
    const { db, language } = c.var
    const { series, posts } = await db.read(seriesFeed(c.req.valid('param').id, language))
    const { id, title, description, author } = series
    const by = { name: author.display_name, path: userPath(author.uid) }
    const subtitle = description || seriesTexts[language].by(by.name)
    return respondWithFeed(
      c,
      { title, subtitle, selfPath: seriesFeedPath(id), pagePath: seriesPath(id), author: by },
      posts,
    )
  })
