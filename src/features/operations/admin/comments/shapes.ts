import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const AdminCommentShape = z
  .object({
    id: z.int(),
    post_id: z.int(),
    post_title: z.string(),
    post_status: z.enum([...POST_STATUSES, 'deleted']),
    root_id: z.int().nullable(),
    author: UserRefShape,
    body: z.string(),
    image_url: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminComment' })
