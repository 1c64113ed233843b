import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { readPublicPage } from '#features/accounts/sessions/http/identify.ts'
import { followedTopics } from '#features/community/follows/topics.ts'
import { page } from '#features/core/shell/page.tsx'
import { TagIndexView, tagIndexTexts } from '#features/pages/home/views-tags.tsx'
import { TAG_SORTS, tagPage } from '#features/publishing/tags/tags.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const TAGS_PER_PAGE = 60

const TagsQuery = z.object({ sort: z.enum(TAG_SORTS).catch('popular'), cursor: pageQuery.cursor })

export const tagPages = new Hono<AppEnv>().get(
  '/tags',
  cached('sort', 'cursor'),
  lazyViewer,
  query(TagsQuery),
  async (c) => {
    const { language } = c.var
    const { sort, cursor } = c.req.valid('query')
    const request = pageRequest({ limit: TAGS_PER_PAGE, cursor })
    const { tags, followed } = await readPublicPage(
      c,
      (db, viewer) =>
        db.read({
          tags: tagPage(sort, request),
          followed: viewer && followedTopics(viewer.uid).tags,
        }),
      // The followed tags are private.
      ({ followed }) => followed === null || followed.length === 0,
    )
    const { title, lead } = tagIndexTexts[language]
    const facts = { title, description: lead, canonicalPath: '/tags', isReading: true }
    const isFirst = sort === 'popular' && cursor === undefined
    return page(
      c,
      { ...facts, ...(!isFirst && { robots: 'noindex' as const }) },
      <TagIndexView
        tags={tags}
        followed={followed?.map(({ name }) => name) ?? []}
        isSignedIn={c.var.viewer !== null}
        {...{ sort, language }}
      />,
    )
  },
)
