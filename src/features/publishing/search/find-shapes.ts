import { z } from 'zod'
import { UserRefShape } from '#features/core/people/shapes.ts'
import { PostCardShape } from '#features/publishing/posts/shapes.ts'

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

export const FindingShape = z
  .object({
    posts: z.array(FoundPostShape),
    people: z.array(FoundPersonShape),
    tags: z.array(FoundTagShape),
    counts: z.object({ posts: z.int(), people: z.int(), tags: z.int() }).nullable(),
    did_you_mean: z.string().nullable(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Finding' })

export const SuggestionsShape = z
  .object({
    posts: z.array(z.object({ id: z.int(), title: z.string() })),
    people: z.array(UserRefShape),
    tags: z.array(FoundTagShape),
  })
  .meta({ id: 'Suggestions' })
