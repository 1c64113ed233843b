import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  addToFolder,
  createFolder,
  deleteFolder,
  FavoriteShape,
  FolderInput,
  FolderShape,
  FolderStatusShape,
  folderContents,
  folderStatus,
  foldersOf,
  removeFromFolder,
  SavedPostShape,
  toggleFavorite,
  updateFolder,
} from '#features/community/favorites/folders.ts'
import { postFiguresChanged } from '#features/publishing/posts/http/post-changed.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { member, optionalViewer, signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import {
  idParam,
  json,
  pageQuery,
  pageRequest,
  param,
  pathId,
  query,
} from '#web/validation/validate.ts'

const itemParam = param(z.object({ id: pathId, postId: pathId }))

export const favoritesApi = new Hono<AppEnv>()
  .get(
    '/posts/:id/folder-status',
    read('getPostFolderStatus', { tag: 'posts', tokens: true }),
    optionalViewer,
    idParam,
    doc(
      'Get whether you saved a post, and in which folders',
      { 200: FolderStatusShape },
      'not_found',
    ),
    async (c) => c.json(await folderStatus(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
  .post(
    '/posts/:id/favorite',
    write('favoritePost', { tag: 'posts', repeat: 'toggles', tokens: true }),
    byUid,
    changes('/folders', '/space/:viewer', '/posts/:id', '/api/posts/:id'),
    idParam,
    doc(
      'Save or unsave a post. A new save goes into your default folder. A post that you saved is removed from all your folders',
      { 200: FavoriteShape },
      'not_found',
      'quota_exceeded',
      'silenced',
    ),
    async (c) =>
      c.json(
        await toggleFavorite(
          c.var.db,
          c.var.viewerId,
          c.req.valid('param').id,
          c.var.language,
          c.var.now,
        ),
      ),
  )
  .get(
    '/folders',
    read('listFolders', { tag: 'folders', tokens: true }),
    signedIn,
    doc('List your folders', { 200: listOf(FolderShape) }),
    async (c) =>
      c.json({ items: await c.var.db.read(foldersOf(c.var.viewer.uid)), next_cursor: null }),
  )
  .post(
    '/folders',
    write('createFolder', { tag: 'folders', repeat: 'adds', tokens: true }),
    member,
    changes(),
    doc('Create a folder', { 201: FolderShape }, 'silenced'),
    json(FolderInput),
    async (c) =>
      c.json(await createFolder(c.var.db, c.var.viewer, c.req.valid('json'), c.var.now), 201),
  )
  .put(
    '/folders/:id',
    write('updateFolder', { tag: 'folders', repeat: 'idempotent', tokens: true }),
    member,
    changes(),
    idParam,
    doc('Update a folder', { 200: FolderShape }, 'not_found', 'silenced'),
    json(FolderInput.partial()),
    async (c) =>
      c.json(
        await updateFolder(
          c.var.db,
          c.var.viewer,
          c.req.valid('param').id,
          c.req.valid('json'),
          c.var.now,
        ),
      ),
  )
  .delete(
    '/folders/:id',
    write('deleteFolder', { tag: 'folders', repeat: 'refused: not_found', tokens: true }),
    byUid,
    changes(),
    idParam,
    doc(
      'Delete a folder. The default folder cannot be deleted',
      { 204: null },
      'default_folder',
      'not_found',
    ),
    (c) => done(c, deleteFolder(c.var.db, c.var.viewerId, c.req.valid('param').id)),
  )
  .get(
    '/folders/:id/posts',
    read('listFolderPosts', { tag: 'folders', tokens: true }),
    optionalViewer,
    idParam,
    doc('List the posts in a folder', { 200: listOf(SavedPostShape) }, 'not_found'),
    query(z.object(pageQuery)),
    async (c) => {
      const request = pageRequest(c.req.valid('query'))
      const { id } = c.req.valid('param')
      return c.json(await folderContents(c.var.db, c.var.viewer, id, request, c.var.language))
    },
  )
  .post(
    '/folders/:id/posts',
    write('addPostToFolder', { tag: 'folders', repeat: 'idempotent', tokens: true }),
    byUid,
    changes('/folders', '/space/:viewer'),
    idParam,
    doc(
      'Add a post to a folder',
      { 201: FolderStatusShape },
      'not_found',
      'quota_exceeded',
      'silenced',
    ),
    json(z.object({ post_id: z.int().min(1) })),
    async (c) => {
      const { post_id } = c.req.valid('json')
      const status = await addToFolder(
        c.var.db,
        c.var.viewerId,
        c.req.valid('param').id,
        post_id,
        c.var.now,
      )
      postFiguresChanged(c, post_id)
      return c.json(status, 201)
    },
  )
  .delete(
    '/folders/:id/posts/:postId',
    write('removePostFromFolder', { tag: 'folders', repeat: 'idempotent', tokens: true }),
    byUid,
    changes('/folders', '/space/:viewer'),
    itemParam,
    doc('Remove a post from a folder', { 204: null }, 'not_found'),
    async (c) => {
      const { id, postId } = c.req.valid('param')
      await removeFromFolder(c.var.db, c.var.viewerId, id, postId)
      postFiguresChanged(c, postId)
      return c.body(null, 204)
    },
  )
