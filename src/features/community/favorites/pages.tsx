import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  folderFeed,
  folderFeedPath,
  folderPath,
  openFolder,
} from '#features/community/favorites/folders.ts'
import { FolderView, folderTexts } from '#features/community/favorites/views-folder.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { page } from '#features/core/shell/page.tsx'
import { respondWithFeed } from '#features/publishing/lists/http/feed-response.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer, sameForAll } from '#web/guards/access.ts'
import { pageId, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const favoritesPages = new Hono<AppEnv>()
  .get(
    '/folders/:id',
    optionalViewer,
    cached('cursor'),
    pageId,
    query(z.object({ cursor: pageQuery.cursor })),
    async (c) => {
      const { db, viewer, language } = c.var
      const request = pageRequest({ cursor: c.req.valid('query').cursor })
      const open = await openFolder(db, viewer, c.req.valid('param').id, request, language)
      const { folder, owner, posts } = open
      const text = folderTexts[language]
      const isFirstPage = request.after === null
      const isLasting = folder.public && isFirstPage && posts.items.length > 0
      return page(
        c,
        {
          title: `${folder.name} · ${text.by(owner.display_name)}`,
          description: text.description(folder.name, owner.display_name),
          canonicalPath: folderPath(folder.id),
          ...(folder.public && { feed: { title: folder.name, path: folderFeedPath(folder.id) } }),
          ...(!isLasting && { robots: 'noindex' as const }),
        },
        <FolderView open={open} isFirstPage={isFirstPage} language={language} />,
      )
    },
  )
  .get('/folders/:id/feed.xml', sameForAll, cached(), pageId, async (c) => {
    const { db, language } = c.var
    const { folder, owner, posts } = await folderFeed(db, c.req.valid('param').id, language)
    const name = owner.display_name
    return respondWithFeed(
      c,
      {
        title: `${folder.name} · ${name}`,
        subtitle: folderTexts[language].description(folder.name, name),
        selfPath: folderFeedPath(folder.id),
        pagePath: folderPath(folder.id),
        author: { name, path: userPath(owner.uid) },
      },
      posts,
    )
  })
