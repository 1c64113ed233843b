import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ORDERS } from '#features/community/comments/comment.ts'
import { iconsOf } from '#features/core/identity/icons.ts'
import { type Identity, PRODUCT_NAME, siteIdentity } from '#features/core/identity/identity.ts'
import type { PageFacts } from '#features/core/shell/head.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { page } from '#features/core/shell/page.tsx'
import { readPost } from '#features/pages/reading/http/post-reader.ts'
import type { Reading } from '#features/pages/reading/reading.ts'
import { PostView } from '#features/pages/reading/views.tsx'
import { contentsOf, framePolicy } from '#features/pages/reading/views-body.tsx'
import { postTexts } from '#features/publishing/lists/text.ts'
import { respondWithPost } from '#features/publishing/markdown/http/markdown-response.ts'
import {
  authorFeedPath,
  markdownPath,
  postPath,
  seriesPath,
} from '#features/publishing/posts/post.ts'
import { shownImage } from '#kernel/html/images.ts'
import { beginningOf, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { cachedByFormat } from '#web/cache/edge-cache.ts'
import { lazyViewer, optionalViewer } from '#web/guards/access.ts'
import { prefersMarkdown, withoutMarkdownEnding } from '#web/markdown.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageId, pageParam, pathId } from '#web/validation/validate.ts'

const postOrFile = pageParam(
  z.object({ id: z.string().transform(withoutMarkdownEnding).pipe(pathId) }),
)

export const readingPages = new Hono<AppEnv>()
  .get('/posts/:id', cachedByFormat('comments', 'comment'), lazyViewer, postOrFile, async (c) => {
    const { db, language, now } = c.var
    const { id } = c.req.valid('param')
    c.header('Vary', 'Accept')
    if (c.req.path.endsWith('.md') || prefersMarkdown(c.req.header('accept')))
      return respondWithPost(c, id)
    const order = ORDERS.find((each) => each === c.req.query('comments')) ?? 'new'
    const named = pathId.safeParse(c.req.query('comment')).data ?? null
    const { reading, body, comments, viewerState } = await readPost(c, {
      id,
      order,
      named,
      language,
    })
    // Only pages of comments that exist are cached, because a link may contain any number.
    if (named !== null && !comments.ids.includes(named))
      c.header('Cache-Control', 'private, no-store')
    const { viewer } = c.var
    const { html, headings, hasCode } = body
    const contents = contentsOf(headings)
    await framePolicy(c, html)
    return page(
      c,
      {
        ...factsOf(reading, await siteIdentity(db, now), siteOrigin(c), language),
        isReading: true,
        isText: true,
        hasCode: hasCode || comments.hasCode,
      },
      <PostView {...{ reading, comments, viewerState, html, contents, viewer, language, now }} />,
    )
  })
  .get('/posts/:id/edit', optionalViewer, pageId, (c) =>
    c.redirect(`/studio/write?id=${c.req.valid('param').id}`, 301),
  )

/** Search engines cut longer descriptions. */
const DESCRIPTION_MAX = 160

function factsOf(
  reading: Reading,
  identity: Identity,
  origin: string,
  language: Language,
): PageFacts {
  const { post } = reading
  const { id, cover_url, canonical_url, published_at, edited_at, tags, author } = post
  const path = postPath(id)
  const facts: PageFacts = {
    title: post.title || postTexts[language].card.untitled,
    description: beginningOf(post.summary, DESCRIPTION_MAX),
    canonicalPath: path,
    feed: {
      title: postTexts[language].list.byAuthor(author.display_name),
      path: authorFeedPath(author.uid),
    },
  }
  if (post.status !== 'approved' || published_at === null) return { ...facts, robots: 'noindex' }
  return {
    ...facts,
    markdownPath: markdownPath(path),
    ...(canonical_url !== null && { canonicalUrl: canonical_url }),
    fediverseCreator: reading.author.fediverse,
    openGraph: {
      type: 'article',
      publishedAt: published_at,
      author: origin + userPath(author.uid),
      tags,
      image: cover_url ?? reading.shareImage,
      imageSize: reading.imageSize,
      imageAlt: post.title,
      ...(edited_at !== null && { modifiedAt: edited_at }),
    },
    jsonLd: blogPosting(reading, identity, origin),
  }
}

/** Structured data of a post: https://schema.org/BlogPosting. */
function blogPosting(
  { post, shareImage }: Reading,
  identity: Identity,
  origin: string,
): Record<string, unknown> {
  const url = origin + postPath(post.id)
  const icons = iconsOf(identity)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    image: [
      new URL(
        shownImage(post.cover_url ?? shareImage, identity.external_images) ?? icons.share,
        origin,
      ).href,
    ],
    datePublished: post.first_published_at ?? post.published_at,
    dateModified: post.edited_at ?? post.published_at,
    author: {
      '@type': 'Person',
      name: post.author.display_name,
      url: origin + userPath(post.author.uid),
    },
    publisher: {
      '@type': 'Organization',
      name: identity.name ?? PRODUCT_NAME,
      logo: origin + icons.large,
    },
    mainEntityOfPage: url,
    url,
    ...(post.canonical_url !== null && { sameAs: post.canonical_url }),
    inLanguage: languageOfText(post.title + post.summary),
    ...(post.ai !== 'none' && { digitalSourceType: AI_SOURCES[post.ai] }),
    keywords: post.tags,
    ...(post.series && {
      isPartOf: {
        '@type': 'CreativeWorkSeries',
        name: post.series.title,
        url: origin + seriesPath(post.series.id),
      },
      position: post.series.part,
    }),
    timeRequired: `PT${post.reading_minutes}M`,
    commentCount: post.comments_count,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: post.likes_count,
    },
  }
}

/** https://schema.org/IPTCDigitalSourceEnumeration */
const AI_SOURCES = {
  helped: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  made: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
}
