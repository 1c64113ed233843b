import {
  act,
  done,
  type Expected,
  folder,
  type Made,
  made,
  ok,
  oneOf,
  post,
  refusal,
  refuse,
} from '../act.ts'
import { type Folder, found, isPublic, isSilent, type Site } from '../state.ts'

const whose = oneOf('own', 'own', "another user's")

export const favoriteActs = {
  'make a folder': act(
    'POST /api/folders',
    2,
    { isPublic: oneOf(false, true) },
    ({ by, isPublic }) => ({
      request: 'POST /api/folders',
      body: { name: 'A folder', public: isPublic },
      rule(site, { json }) {
        if (isPublic && isSilent(site, by)) return refuse('silenced')
        site.folders.set(json?.id, {
          id: json?.id,
          owner: by,
          isPublic,
          isDefault: false,
          posts: new Set(),
        })
        return made({ public: isPublic, is_default: false, items_count: 0 })
      },
    }),
  ),
  'open a folder': act(
    'PUT /api/folders/:id',
    1,
    { folder, isPublic: oneOf(true, false) },
    ({ by, folder, isPublic }) => ({
      request: `PUT /api/folders/${folder}`,
      body: { public: isPublic },
      rule(site) {
        const it = ownFolder(site, by, folder)
        const refused = refusal(
          it === null && 'not_found',
          isPublic && isSilent(site, by) && 'silenced',
        )
        if (refused || it === null) return refused ?? refuse('not_found')
        it.isPublic = isPublic
        return ok({ public: isPublic, items_count: it.posts.size })
      },
    }),
  ),
  'delete a folder': act(
    'DELETE /api/folders/:id',
    1,
    { folder, whose },
    ({ by, folder, whose }, site) =>
      folderCall(site, [by, whose], 'DELETE', folder, '', (site, it) => {
        if (it.isDefault) return refuse('default_folder')
        site.folders.delete(folder)
        return done()
      }),
  ),
  'put into a folder': act(
    'POST /api/folders/:id/posts',
    4,
    { folder, post, whose },
    ({ by, folder, post, whose }, site) => ({
      ...folderCall(site, [by, whose], 'POST', folder, '/posts', (site, it) => {
        if (it.isPublic && isSilent(site, it.owner)) return refuse('silenced')
        if (!isPublic(found(site.posts, post))) return refuse('not_found')
        it.posts.add(post)
        return made({ favorited: true, folder_ids: foldersWith(site, it.owner, post) })
      }),
      body: { post_id: post },
    }),
  ),
  'take out of a folder': act(
    'DELETE /api/folders/:id/posts/:postId',
    2,
    { folder, post, whose },
    ({ by, folder, post, whose }, site) =>
      folderCall(site, [by, whose], 'DELETE', folder, `/posts/${post}`, (_, it) => {
        it.posts.delete(post)
        return done()
      }),
  ),
  favorite: act('POST /api/posts/:id/favorite', 6, { post }, ({ by, post }) => ({
    request: `POST /api/posts/${post}/favorite`,
    rule(site, { json }) {
      const isSaved = foldersWith(site, by, post).length > 0
      const isShown = foldersOf(site, by).some(({ isDefault, isPublic }) => isDefault && isPublic)
      if (isShown && !isSaved && isSilent(site, by)) return refuse('silenced')
      if (!isPublic(found(site.posts, post))) return refuse('not_found')
      if (isSaved) for (const it of foldersOf(site, by)) it.posts.delete(post)
      else defaultFolder(site, by, json?.folder_ids?.[0]).posts.add(post)
      const folder_ids = foldersWith(site, by, post)
      return ok({ favorited: !isSaved, folder_ids, favorites_count: saversOf(site, post) })
    },
  })),
}

/** Counts people, not folders. */
export function saversOf({ folders }: Site, post: number): number {
  const having = [...folders.values()].filter(({ posts }) => posts.has(post))
  return new Set(having.map(({ owner }) => owner)).size
}

const foldersOf = ({ folders }: Site, owner: number) =>
  [...folders.values()].filter((folder) => folder.owner === owner)

const foldersWith = (site: Site, owner: number, post: number): number[] =>
  foldersOf(site, owner)
    .filter(({ posts }) => posts.has(post))
    .map(({ id }) => id)
    .sort((one, other) => one - other)

/** A request of the owner of a folder or of another user, who is refused. */
function folderCall(
  site: Site,
  [by, whose]: [by: number, whose: string],
  method: string,
  folder: number,
  path: string,
  rule: (site: Site, it: Folder) => Expected,
): Made {
  const sender = whose === 'own' ? found(site.folders, folder).owner : by
  return {
    by: sender,
    request: `${method} /api/folders/${folder}${path}`,
    rule(site) {
      const it = ownFolder(site, sender, folder)
      return it === null ? refuse('not_found') : rule(site, it)
    },
  }
}

function ownFolder({ folders }: Site, by: number, id: number): Folder | null {
  const folder = folders.get(id)
  return folder?.owner === by ? folder : null
}

/** Created on first use; the id comes from the response of the site. */
function defaultFolder(site: Site, owner: number, id: number): Folder {
  const known = foldersOf(site, owner).find(({ isDefault }) => isDefault)
  if (known) return known
  const folder = { id, owner, isPublic: false, isDefault: true, posts: new Set<number>() }
  site.folders.set(id, folder)
  return folder
}
