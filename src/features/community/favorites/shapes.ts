import { z } from 'zod'
import { PostCardShape } from '#features/publishing/posts/shapes.ts'

export const FolderShape = z
  .object({
    id: z.int(),
    name: z.string(),
    public: z.boolean(),
    is_default: z.boolean(),
    items_count: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Folder' })

export const SavedPostShape = z.object({ ...PostCardShape.shape, saved_at: z.iso.datetime() }).meta({ id: 'SavedPost' })

export const FolderStatusShape = z
  .object({ favorited: z.boolean(), folder_ids: z.array(z.int()) })
  .meta({ id: 'FolderStatus' })

export const FavoriteShape = z.object({ ...FolderStatusShape.shape, favorites_count: z.int() }).meta({ id: 'Favorite' })
