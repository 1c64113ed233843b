import {
  act,
  type Expected,
  folder,
  type Given,
  type Made,
  ok,
  oneOf,
  person,
  post,
  refuse,
} from '../act.ts'
import { found, isAdmin, isPublic, type Post, type Site } from '../state.ts'
import { repliesTo, standing } from './comments.ts'
import { saversOf } from './favorites.ts'
import { maySee } from './post-states.ts'

const isSignedIn = oneOf(true, false)

/** Which posts a viewer can read, and which fields they see. */
export const readingActs = {
  'read a post': act('GET /api/posts/:id', 5, { post, isSignedIn }, ({ by, post, isSignedIn }) =>
    read(isSignedIn ? by : null, `/api/posts/${post}`, (site, reader) => {
      const it = found(site.posts, post)
      return maySee(site, reader, it) ? ok(figuresOf(site, it)) : refuse('not_found')
    }),
  ),
  'read comments': act(
    'GET /api/posts/:id/comments',
    3,
    { post, isSignedIn },
    ({ by, post, isSignedIn }) =>
      read(
        isSignedIn ? by : null,
        `/api/posts/${post}/comments?sort=old&limit=50`,
        (site, reader) => {
          const it = found(site.posts, post)
          return maySee(site, reader, it)
            ? ok({ items: rootsOf(site, reader, it) })
            : refuse('not_found')
        },
      ),
  ),
  'read a list': act(
    'GET /api/posts',
    3,
    { target: person, isSignedIn },
    ({ by, target, isSignedIn }) =>
      read(
        isSignedIn ? by : null,
        `/api/posts?author=${target}&limit=50`,
        (site, reader, given) => {
          const isHidden = reader !== null && site.blocks.has(`${reader}>${target}`)
          const posts = [...site.posts.values()].filter(
            (it) => it.author === target && isPublic(it) && !isHidden,
          )
          const ids = posts.map(({ id }) => id)
          return listed(given, 'id', ids)
        },
      ),
  ),
  'read a folder': act(
    'GET /api/folders/:id/posts',
    2,
    { folder, isSignedIn },
    ({ by, folder, isSignedIn }) =>
      read(
        isSignedIn ? by : null,
        `/api/folders/${folder}/posts?limit=50`,
        (site, reader, given) => {
          const it = site.folders.get(folder)
          if (it === undefined || (!it.isPublic && it.owner !== reader)) return refuse('not_found')
          const isLeftOut = (author: number) =>
            reader !== it.owner && site.blocks.has(`${reader}>${author}`)
          const ids = [...it.posts].filter((id) => {
            const post = found(site.posts, id)
            return isPublic(post) && !isLeftOut(post.author)
          })
          return listed(given, 'id', ids)
        },
      ),
  ),
  'read followers': act(
    'GET /api/users/:uid/followers',
    2,
    { target: person, isSignedIn },
    ({ by, target, isSignedIn }) =>
      read(
        isSignedIn ? by : null,
        `/api/users/${target}/followers?limit=50`,
        (site, reader, given) => {
          const them = found(site.people, target)
          const mayRead =
            them.listsArePublic ||
            (reader !== null && (reader === target || isAdmin(found(site.people, reader))))
          if (!mayRead) return refuse('list_private')
          const pairs = [...site.follows].filter((pair) => pair.endsWith(`>${target}`))
          const uids = pairs.map((pair) => Number(pair.split('>')[0]))
          return listed(given, 'uid', uids)
        },
      ),
  ),
}

/** A read by a user, or by a visitor (null). */
function read(
  reader: number | null,
  path: string,
  rule: (site: Site, reader: number | null, given: Given) => Expected,
): Made {
  return {
    by: reader,
    request: `GET ${path}`,
    checksIn: false,
    rule: (site, given) => rule(site, reader, given),
  }
}

/** A list of exactly these items, in any order. */
function listed({ json }: Given, key: 'id' | 'uid', ids: number[]): Expected {
  const shown: number[] = (json?.items ?? []).map((item: Record<string, number>) => item[key])
  return ok({
    items: shown.length === ids.length && ids.every((id) => shown.includes(id)) ? {} : ids,
  })
}

export function figuresOf(
  site: Site,
  { id, status, title, version, likes, dislikes, energy }: Post,
) {
  return {
    status,
    title,
    version,
    likes_count: likes.size,
    dislikes_count: dislikes.size,
    comments_count: standing(site, id).length,
    favorites_count: saversOf(site, id),
    energy: [...energy.values()].reduce((sum, amount) => sum + amount, 0),
  }
}

/** Oldest first. A deleted root comment stays as a placeholder while it has replies. */
function rootsOf(site: Site, reader: number | null, post: Post) {
  const roots = [...site.comments.values()].filter(
    ({ root, post: on }) => root === null && on === post.id,
  )
  return roots
    .filter(({ id, isDeleted }) => !isDeleted || repliesTo(site, id) > 0)
    .sort((one, other) => one.at - other.at || one.id - other.id)
    .map(({ id, author, isDeleted, body, likes }) => {
      const isBlocked = site.blocks.has(`${reader}>${author}`)
      const mayDelete =
        reader !== null &&
        ([author, post.author].includes(reader) || isAdmin(found(site.people, reader)))
      return {
        id,
        deleted: isDeleted,
        blocked: isBlocked,
        replies_count: repliesTo(site, id),
        body: isDeleted || isBlocked ? '' : body,
        likes_count: isDeleted ? 0 : likes.size,
        liked: !isDeleted && reader !== null && likes.has(reader),
        can_delete: !isDeleted && mayDelete,
      }
    })
}
