import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const PostStatusShape = z.enum(POST_STATUSES)

const card = {
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  cover_url: z.string().nullable(),
  tags: z.array(z.string()),
  author: UserRefShape,
  author_name: z.string(),
  status: PostStatusShape,
  likes_count: z.int(),
  dislikes_count: z.int(),
  comments_count: z.int(),
  favorites_count: z.int(),
  energy: z.int(),
  /** Null while the site hides views, except for the author and admins. */
  views_count: z.int().nullable(),
  published_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

export const TagShape = z
  .object({ name: z.string(), posts_count: z.int(), description: z.string().nullable() })
  .meta({ id: 'Tag' })
/** A tag with the description that an admin wrote. */
export type DescribedTag = z.infer<typeof TagShape>

export const PostCardShape = z.object(card).meta({ id: 'PostCard' })
export type PostCard = z.infer<typeof PostCardShape>

/** A post in its author's own lists. */
export const StudioCardShape = z
  .object({ ...card, publish_at: z.iso.datetime().nullable(), deleted_at: z.iso.datetime().nullable() })
  .meta({ id: 'StudioCard' })
export type StudioCard = z.infer<typeof StudioCardShape>

export const PostShape = z
  .object({
    ...card,
    body: z.string(),
    version: z.int(),
    reject_reason: z.string().nullable(),
    edited_at: z.iso.datetime().nullable(),
    publish_at: z.iso.datetime().nullable(),
    /** Where the post was published first. */
    canonical_url: z.string().nullable(),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof PostShape>

/** A post that was created with an import key. `deleted_at` is set while it is in the bin. */
export const ImportedPostShape = z
  .object({
    import_key: z.string(),
    post_id: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    version: z.int(),
    status: PostStatusShape,
    deleted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ImportedPost' })
export type ImportedPost = z.infer<typeof ImportedPostShape>
