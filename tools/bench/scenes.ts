import { encodeCursor } from '#kernel/paging.ts'
import type { DatabaseSync } from '../../scripts/site/sqlite.ts'
import { Texts } from './data/texts.ts'

export interface Member {
  uid: number
  token: string
}

/** Requests of one kind, measured under one name and sent in order. */
export interface Scene {
  name: string
  requests: Request[]
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token?: string
  cookie?: string
  body?: unknown
}

export function headersOf({ token, cookie, body }: Request): Record<string, string> {
  return {
    'accept-language': 'en',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

export function bodyOf({ body }: Request): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

/**
 * A request with any token cookie bypasses the edge cache. Pages ignore an invalid access token,
 * but the API refuses it, so requests for JSON have a refresh token.
 */
const PAST_THE_CACHE = 'joule_at=none'
const PAST_THE_CACHE_OF_JSON = 'joule_rt=none'
/** The number of different addresses of a scene. */
const ADDRESSES = 400
/** The number of pages that members open at the same time, so that they share copies of them. */
const POPULAR = 20
const EVENTS = 8_000

/**
 * All measured scenes of a site. Cold scenes and writes use many URLs, so that no URL stays warm.
 */
export function scenesOn(file: DatabaseSync, members: readonly Member[]): Scene[] {
  const [owner] = members
  if (!owner) throw new Error('no user is signed in')
  const site = placesOn(file, members)
  const asked = (paths: string[], more: Partial<Request> = {}): Request[] =>
    paths.map((path) => ({ method: 'GET', path, ...more }))
  const cold = (paths: string[]) => asked(paths, { cookie: PAST_THE_CACHE })
  const coldJson = (paths: string[]) => asked(paths, { cookie: PAST_THE_CACHE_OF_JSON })
  const byMembers = (paths: string[]) =>
    Array.from({ length: Math.max(paths.length, members.length) }, (_, n) => ({
      method: 'GET' as const,
      path: at(paths, n),
      token: at(members, n).token,
    }))
  const texts = new Texts('comments of the bench')
  const byPairs = (actOn: Parameters<typeof everyPair>[2]) => everyPair(members, site.ids, actOn)
  const byOwner = (...paths: string[]) => asked(paths, { token: owner.token })
  return [
    { name: 'list page, edge-cached', requests: asked(['/posts']) },
    { name: 'list page, cold', requests: cold(site.lists) },
    { name: 'post page, edge-cached', requests: asked(site.posts.slice(0, 1)) },
    { name: 'post page, cold', requests: cold(site.posts) },
    { name: 'post page, link to its oldest comment, cold', requests: cold(site.links) },
    { name: 'search, common word, cold', requests: cold(['/search?q=energy']) },
    { name: 'search, rare word, cold', requests: cold(['/search?q=celoqui']) },
    // Few posts match these, so another spelling is looked up.
    { name: 'search, unknown word, cold', requests: cold(['/search?q=quilopea']) },
    { name: 'search, typo, cold', requests: cold(['/search?q=enregy']) },
    { name: 'search, two typos, cold', requests: cold(['/search?q=enregy+databse']) },
    { name: 'search, two common words, cold', requests: cold(['/search?q=energy+database']) },
    { name: 'search, Chinese, cold', requests: cold([`/search?q=${encodeURIComponent('数据')}`]) },
    { name: 'search, beginning, cold', requests: cold(['/search?q=energ']) },
    {
      name: 'JSON search under a common tag, cold',
      requests: coldJson(['/api/posts?q=energy&tag=SQLite']),
    },
    { name: 'space, cold', requests: cold(members.map(({ uid }) => `/space/${uid}`)) },
    { name: 'JSON list, edge-cached', requests: asked(['/api/posts']) },
    { name: 'JSON list, cold', requests: coldJson(['/api/posts']) },
    { name: 'JSON post, cold', requests: coldJson(site.posts.map((path) => `/api${path}`)) },
    { name: 'feed, cold', requests: cold(['/feed.xml']) },
    { name: 'sitemap, cold', requests: cold(['/sitemap.xml']) },
    { name: 'list page, signed in', requests: byMembers(site.lists) },
    { name: 'post page, signed in', requests: byMembers(site.posts) },
    { name: 'popular list page, signed in', requests: byMembers(site.lists.slice(0, POPULAR)) },
    { name: 'popular post page, signed in', requests: byMembers(site.posts.slice(0, POPULAR)) },
    { name: 'inbox', requests: byMembers(['/messages']) },
    { name: 'space, signed in', requests: byMembers(members.map(({ uid }) => `/space/${uid}`)) },
    { name: 'studio', requests: byMembers(['/studio']) },
    { name: 'studio, posts', requests: byMembers(['/studio/posts']) },
    { name: 'like', requests: byPairs((id) => ({ path: `/api/posts/${id}/like` })) },
    {
      name: 'comment',
      requests: byPairs((id, n) => ({
        path: `/api/posts/${id}/comments`,
        body: { body: `${texts.sentence()} ${n}` },
      })),
    },
    {
      name: 'energize',
      requests: byPairs((post_id) => ({
        path: '/api/energy/energize',
        body: { post_id, form: 'light' },
      })),
    },
    { name: 'new post', requests: newPosts(members) },
    { name: 'admin, overview', requests: byOwner('/admin') },
    { name: 'admin, comments', requests: byOwner('/admin/comments') },
    { name: 'admin, search of comments', requests: byOwner('/admin/comments?q=energy') },
    { name: 'admin, people', requests: byOwner('/admin/users') },
    { name: 'admin, ledger', requests: byOwner('/admin/energy/logs') },
  ]
}

/**
 * The posts of all scenes have four comments each, because the newest posts of a larger site have
 * more. Their authors are not among the signed-in users, because users cannot energize their own
 * posts.
 */
function placesOn(file: DatabaseSync, members: readonly Member[]) {
  const uids = JSON.stringify(members.map(({ uid }) => uid))
  const posts = file
    .prepare(`SELECT id, published_at FROM posts WHERE status = 'approved' AND comments_count = 4
      AND author_id NOT IN (SELECT value FROM json_each(?)) ORDER BY published_at DESC LIMIT ${ADDRESSES}`)
    .all(uids) as { id: number; published_at: string }[]
  const cursors = posts.map(({ id, published_at }) =>
    encodeCursor(['posts', 'new', null, null, null], [published_at, id]),
  )
  return {
    ids: posts.map(({ id }) => id),
    posts: posts.map(({ id }) => `/posts/${id}`),
    links: oldestComments(file),
    lists: [
      '/posts',
      ...cursors.slice(0, ADDRESSES / 4).map((cursor) => `/posts?cursor=${cursor}`),
    ],
  }
}

/** Links to the oldest comment of the posts with the most comments, which is on their last page. */
function oldestComments(file: DatabaseSync): string[] {
  const comments = file
    .prepare(`SELECT p.id AS post, min(c.id) AS comment FROM
      (SELECT id FROM posts WHERE status = 'approved' ORDER BY comments_count DESC LIMIT ${ADDRESSES / 10}) p
      JOIN comments c ON c.post_id = p.id WHERE c.root_id IS NULL AND c.deleted_at IS NULL GROUP BY p.id`)
    .all() as { post: number; comment: number }[]
  return comments.map(({ post, comment }) => `/posts/${post}?comment=${comment}`)
}

/**
 * Pairs of a user and a post. Each user uses each post once before the first post is used again.
 */
function everyPair(
  members: readonly Member[],
  ids: readonly number[],
  actOn: (id: number, n: number) => Pick<Request, 'path' | 'body'>,
): Request[] {
  return Array.from({ length: EVENTS }, (_, n) => {
    const id = at(ids, n + Math.floor(n / members.length) * 7)
    return { method: 'POST', token: at(members, n).token, ...actOn(id, n) }
  })
}

function newPosts(members: readonly Member[]): Request[] {
  const texts = new Texts('posts of the bench')
  return Array.from({ length: EVENTS / 4 }, (_, n) => ({
    method: 'POST',
    path: '/api/studio/posts',
    token: at(members, n).token,
    body: { title: texts.title(), body: texts.body(10), tags: ['SQLite', `Tag ${n % 50}`] },
  }))
}

function at<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}
