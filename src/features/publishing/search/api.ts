import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { UserRefShape } from '#features/core/people/user-ref.ts'
import { PostCardShape } from '#features/publishing/posts/post.ts'
import {
  CHOICES,
  FindInput,
  type Finding,
  find,
  suggest,
} from '#features/publishing/search/find.ts'
import { highlight, type Segment, snippetOf } from '#features/publishing/search/fts/highlight.ts'
import { FOUND_COUNTED_MAX } from '#features/publishing/search/fts/search-posts.ts'
import { text } from '#kernel/fields.ts'
import { type Term, termsOf } from '#kernel/search/tokens.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const SegmentsShape = z.array(z.object({ text: z.string(), is_match: z.boolean() }))

const card = PostCardShape.shape

const FoundPostShape = z
  .object({
    id: card.id,
    author: card.author,
    tags: card.tags,
    published_at: card.published_at,
    likes_count: card.likes_count,
    comments_count: card.comments_count,
    title: SegmentsShape,
    snippet: SegmentsShape,
  })
  .meta({ id: 'FoundPost' })

const FoundPersonShape = z
  .object({ ...UserRefShape.shape, signature: z.string(), followers_count: z.int() })
  .meta({ id: 'FoundPerson' })

const FoundTagShape = z.object({ name: z.string(), posts_count: z.int() }).meta({ id: 'FoundTag' })

const FindingShape = z
  .object({
    posts: z.array(FoundPostShape),
    people: z.array(FoundPersonShape),
    tags: z.array(FoundTagShape),
    counts: z.object({ posts: z.int(), people: z.int(), tags: z.int() }).nullable(),
    did_you_mean: z.string().nullable(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Finding' })

const SuggestionsShape = z
  .object({
    posts: z.array(z.object({ id: z.int(), title: z.string() })),
    people: z.array(UserRefShape),
    tags: z.array(FoundTagShape),
  })
  .meta({ id: 'Suggestions' })

export const searchApi = new Hono<AppEnv>()
  .get(
    '/search',
    read('search', { tag: 'search', tokens: true }),
    cached('q', ...CHOICES, 'limit', 'cursor'),
    optionalViewer,
    doc(
      `Search posts, people and tags. Results are counted up to ${FOUND_COUNTED_MAX + 1}, which means that there are more than ${FOUND_COUNTED_MAX}`,
      { 200: FindingShape },
      'search_unavailable',
    ),
    query(z.object({ ...FindInput.shape, ...pageQuery })),
    async (c) => {
      const { db, search } = c.var
      const { limit, cursor, ...wanted } = c.req.valid('query')
      const finding = await find(db, search, wanted, pageRequest({ limit, cursor }), c.var)
      return c.json(asResponse(finding, termsOf(wanted.q)))
    },
  )
  .get(
    '/search/suggestions',
    read('suggestSearches', { tag: 'search', tokens: true }),
    cached('q'),
    optionalViewer,
    doc(
      'Get suggestions for a search: posts, people and tags',
      { 200: SuggestionsShape },
      'search_unavailable',
    ),
    query(z.object({ q: text({ min: 1, max: QUERY_MAX }) })),
    async (c) => {
      const { db, search, viewer, language } = c.var
      return c.json(await suggest(db, search, c.req.valid('query').q, viewer, language))
    },
  )

function asResponse(
  { posts, people, tags, counts, didYouMean }: Finding,
  terms: Term[],
): z.input<typeof FindingShape> {
  return {
    posts: posts.items.map(({ post, title, text }) => {
      const { id, author, tags, published_at, likes_count, comments_count } = post
      const texts = {
        title: inApi(highlight(title, terms)),
        snippet: inApi(snippetOf(text, terms)),
      }
      return { id, author, tags, published_at, likes_count, comments_count, ...texts }
    }),
    people,
    tags,
    counts,
    did_you_mean: didYouMean,
    next_cursor: posts.next_cursor,
  }
}

function inApi(segments: readonly Segment[]) {
  return segments.map(({ text, isMatch }) => ({ text, is_match: isMatch }))
}
