import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  brandOf,
  identityTexts,
  siteIdentity,
  sitePagePath,
} from '#features/core/identity/identity.ts'
import { ownPagePath } from '#features/core/identity/own-page.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { feedContent } from '#features/publishing/lists/feed.ts'
import { respondWithFeed, respondWithXml } from '#features/publishing/lists/http/feed-response.ts'
import {
  type MappedPage,
  type PartOfSite,
  partOfSite,
  sitemap,
  sitemapIndex,
  wholeSite,
} from '#features/publishing/lists/sitemap.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import {
  markdownSite,
  respondWithList,
  respondWithMarkdown,
} from '#features/publishing/markdown/http/markdown-response.ts'
import { llmsText } from '#features/publishing/markdown/markdown.ts'
import {
  authorFeedPath,
  listPath,
  postPath,
  tagFeedPath,
  tagPath,
} from '#features/publishing/posts/post.ts'
import { replacedBy } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { sameForAll } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, pageQuery, pageUid, query } from '#web/validation/validate.ts'

const SITEMAP = /^sitemap-([1-9]\d{0,5})\.xml$/

export const feedPages = new Hono<AppEnv>()
  .get('/feed.xml', sameForAll, cached(), async (c) => {
    const { db, now, language } = c.var
    const { posts } = await feedContent(db, {}, language)
    const { name, description } = brandOf(await siteIdentity(db, now), language)
    const title = identityTexts[language].feed(name)
    const about = {
      title,
      subtitle: description,
      selfPath: '/feed.xml',
      pagePath: '/',
      author: null,
    }
    return respondWithFeed(c, about, posts)
  })
  .get(
    '/tags/:tag/feed.xml',
    sameForAll,
    cached(),
    pageParam(z.object({ tag: text({ min: 1, max: TAG_MAX }) })),
    async (c) => {
      const asked = c.req.valid('param')
      const { tag, posts } = await feedContent(c.var.db, asked, c.var.language)
      const current = replacedBy(asked.tag, tag)
      if (current !== null) return c.redirect(tagFeedPath(current), 301)
      const text = postTexts[c.var.language].list
      const name = tag?.name ?? ''
      const about = {
        title: text.byTag(name),
        subtitle: [
          tag?.description ?? text.tagDescription(name),
          tag?.translation_of && text.translation(tag.translation_of),
        ]
          .filter(Boolean)
          .join(' '),
        author: null,
      }
      return respondWithFeed(
        c,
        { ...about, selfPath: tagFeedPath(name), pagePath: tagPath(name) },
        posts,
      )
    },
  )
  .get('/space/:uid/feed.xml', sameForAll, cached(), pageUid, async (c) => {
    const { uid } = c.req.valid('param')
    const content = await feedContent(c.var.db, { author: uid }, c.var.language)
    const text = postTexts[c.var.language].list
    const author = { name: content.author?.display_name ?? '', path: userPath(uid) }
    const about = {
      title: text.byAuthor(author.name),
      subtitle: text.byAuthorDescription(author.name),
      author,
    }
    return respondWithFeed(
      c,
      { ...about, selfPath: authorFeedPath(uid), pagePath: author.path },
      content.posts,
    )
  })
  .get('/sitemap.xml', sameForAll, cached(), async (c) => {
    const { parts, first } = await wholeSite(c.var.db)
    const origin = siteOrigin(c)
    if (first)
      return respondWithXml(c, sitemap([...(await fixedPages(c)), ...pagesIn(first, origin)]))
    return respondWithXml(
      c,
      sitemapIndex(Array.from({ length: parts }, (_, part) => `${origin}/sitemap-${part + 1}.xml`)),
    )
  })
  .get(`/:sitemap{sitemap-[0-9]+\\.xml}`, sameForAll, cached(), async (c) => {
    const part = Number(SITEMAP.exec(c.req.param('sitemap'))?.[1])
    const found = Number.isNaN(part) ? null : await partOfSite(c.var.db, part)
    if (!found) throw new AppError('not_found')
    return respondWithXml(
      c,
      sitemap([...(part === 1 ? await fixedPages(c) : []), ...pagesIn(found, siteOrigin(c))]),
    )
  })
  .get(
    '/posts.md',
    sameForAll,
    cached('cursor'),
    query(z.object({ cursor: pageQuery.cursor })),
    (c) => respondWithList(c, {}, c.req.valid('query').cursor),
  )
  .get('/llms.txt', sameForAll, cached(), async (c) =>
    respondWithMarkdown(c, llmsText(await markdownSite(c)), 'text/plain'),
  )
  .get('/robots.txt', sameForAll, cached(), async (c) => {
    const { ai_crawlers } = await siteIdentity(c.var.db, c.var.now)
    return c.text(robots(siteOrigin(c), ai_crawlers))
  })

/** Paths that crawlers should not visit: they need a login or are not for readers. */
const PRIVATE = ['/api', '/settings', '/studio', '/admin', '/messages']

/**
 * Crawlers that collect texts to train models, by the names in the documentation of their
 * companies.
 */
const TRAINING =
  `GPTBot ClaudeBot anthropic-ai Google-Extended Applebot-Extended Meta-ExternalAgent FacebookBot CCBot Bytespider
  TikTokSpider Amazonbot cohere-training-data-crawler AI2Bot Ai2Bot-Dolma DeepSeekBot PanguBot Diffbot ImagesiftBot
  Omgilibot omgili Webzio-Extended Timpibot`.split(/\s+/)
/** Crawlers that fetch a page to answer a question with a link to it. */
const ANSWERING =
  `OAI-SearchBot ChatGPT-User Claude-SearchBot Claude-User PerplexityBot Perplexity-User DuckAssistBot YouBot
  MistralAI-User Meta-WebIndexer Meta-ExternalFetcher Amzn-SearchBot Amzn-User cohere-ai Google-CloudVertexBot`.split(
    /\s+/,
  )

const REFUSED = { allow: [], search_only: TRAINING, refuse: [...TRAINING, ...ANSWERING] }

function robots(origin: string, policy: keyof typeof REFUSED): string {
  const refused = REFUSED[policy].map((crawler) => `User-agent: ${crawler}`)
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    ...(refused.length > 0 ? [...refused, 'Disallow: /', ''] : []),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** The pages at the start of the sitemap: those that every site has, and the owner's own pages. */
async function fixedPages(c: Context<AppEnv>): Promise<MappedPage[]> {
  const { pages, ownPages } = await siteIdentity(c.var.db, c.var.now)
  const paths = [
    '/',
    listPath('/posts', { sort: 'hot' }),
    '/tags',
    '/help',
    ...pages.map(sitePagePath),
    ...ownPages.map(({ slug }) => ownPagePath(slug)),
  ]
  return paths.map((path) => ({ url: siteOrigin(c) + path }))
}

function pagesIn({ posts, tags }: PartOfSite, origin: string): MappedPage[] {
  return [
    ...tags.map((tag) => ({ url: origin + tagPath(tag) })),
    ...posts.map(({ id, changed_at }) => ({ url: origin + postPath(id), changedAt: changed_at })),
  ]
}
