import * as z from 'zod'

/** `public` is false for a post that visitors cannot read: the path answers 404. */
export const RedirectShape = z
  .object({
    path: z.string(),
    post_id: z.int(),
    title: z.string(),
    public: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Redirect' })

export const UploadedRedirectsShape = z
  .object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.array(z.object({ line: z.int(), path: z.string(), reason: z.string() })),
  })
  .meta({ id: 'UploadedRedirects' })
