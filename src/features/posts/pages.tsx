import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { blogPosting } from '#features/posts/json-ld.ts'
import { authorFeedPath, postPath } from '#features/posts/paths.ts'
import { asReading, type Reading, readingStatements } from '#features/posts/reading.ts'
import { postTexts } from '#features/posts/text.ts'
import { bodyFor } from '#features/posts/views-body.tsx'
import { contentsOf, SideContents } from '#features/posts/views-contents.tsx'
import { PostView } from '#features/posts/views-post.tsx'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { PageFacts } from '#web/head.ts'
import { personPath } from '#web/navigation.ts'
import { page } from '#web/page.tsx'
import { pageParam, pathId } from '#web/validate.ts'

const postId = pageParam(z.object({ id: pathId }))

export const postsPages = new Hono<AppEnv>()
  .get('/posts/:id', postId, async (c) => {
    const { db, viewer, language } = c.var
    // Whoever adds to this page adds statements here: it is one round trip.
    const rows = await db.batch([...readingStatements(viewer, c.req.valid('param').id)])
    const reading = asReading(rows, language)
    const { html, headings, hasCode } = bodyFor(reading.post.body, language)
    const contents = contentsOf(headings)
    return page(
      c,
      {
        ...factsOf(reading, new URL(c.req.url).origin, language),
        scripts: ['reading.js', ...(hasCode ? ['code.js'] : [])],
        ...(contents.length > 0 && { side: <SideContents contents={contents} text={postTexts[language].post} /> }),
      },
      <PostView reading={reading} html={html} contents={contents} viewer={viewer} language={language} />,
    )
  })
  .get('/posts/:id/edit', postId, (c) => c.redirect(`/studio/write?id=${c.req.valid('param').id}`, 301))

function factsOf(reading: Reading, origin: string, language: Language): PageFacts {
  const { post } = reading
  const { id, cover_url, published_at, edited_at, tags, author } = post
  const authorPath = personPath(author.uid)
  const facts: PageFacts = {
    title: post.title || postTexts[language].card.untitled,
    description: post.summary,
    canonicalPath: postPath(id),
    feed: { title: postTexts[language].feed.author(author.display_name), path: authorFeedPath(author.uid) },
  }
  if (post.status !== 'approved' || published_at === null) return { ...facts, robots: 'noindex' }
  return {
    ...facts,
    openGraph: {
      type: 'article',
      publishedAt: published_at,
      author: origin + authorPath,
      tags,
      ...(cover_url !== null && { image: cover_url }),
      ...(edited_at !== null && { modifiedAt: edited_at }),
    },
    jsonLd: blogPosting(reading, { origin, authorPath, lang: languageOfText(post.title + post.summary) }),
  }
}
