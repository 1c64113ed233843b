import * as z from 'zod'
import { PostInput, type RawContent } from '#features/publishing/posts/content.ts'
import { ImportKeyInput } from '#features/publishing/posts/import-key.ts'
import { PublishAtInput } from '#features/publishing/schedule/schedule.ts'

const SeriesIdInput = z
  .int()
  .positive()
  .nullable()
  .optional()
  .describe('One of your series: the post becomes its last part. Null: the post leaves its series')

/** `draft` exists only on create. */
export const CreatePostInput = PostInput.extend({
  title: PostInput.shape.title.optional(),
  body: PostInput.shape.body.optional(),
  draft: z.boolean().optional(),
  import_key: ImportKeyInput,
  publish_at: PublishAtInput,
  series_id: SeriesIdInput,
})

/** Any of the same fields; `version` is the version that the author edited. */
export const EditPostInput = PostInput.partial().extend({
  version: z.int().positive().optional(),
  import_key: ImportKeyInput,
  publish_at: PublishAtInput,
  series_id: SeriesIdInput,
})

export const SubmitPostInput = z.object({ publish_at: PublishAtInput })

export function rawContentFrom(input: z.output<typeof CreatePostInput>): RawContent {
  return {
    title: input.title ?? '',
    body: input.body ?? '',
    summary: input.summary ?? null,
    coverUrl: input.cover_url ?? null,
    tags: input.tags ?? [],
    canonicalUrl: input.canonical_url ?? null,
    firstPublishedAt: input.first_published_at ?? null,
    ai: input.ai ?? 'none',
  }
}

export function changesFrom(input: z.output<typeof EditPostInput>): Partial<RawContent> {
  const { title, body, summary, cover_url, tags, canonical_url, first_published_at, ai } = input
  return {
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(summary !== undefined && { summary }),
    ...(cover_url !== undefined && { coverUrl: cover_url }),
    ...(tags !== undefined && { tags }),
    ...(canonical_url !== undefined && { canonicalUrl: canonical_url }),
    ...(first_published_at !== undefined && { firstPublishedAt: first_published_at }),
    ...(ai !== undefined && { ai }),
  }
}
