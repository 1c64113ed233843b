import { z } from 'zod'

const How = z.enum(['off', 'at_once', 'digest'])

export const NoticeMailShape = z
  .object({
    comment: How,
    reply: How,
    mention: How,
    like: How,
    follow: How,
    system: How,
    digest: z.enum(['daily', 'weekly']),
  })
  .meta({ id: 'NoticeMail' })
