import type { ListQuery } from '#features/posts/list.ts'

export const postPath = (id: number) => `/posts/${id}`

/** A browser takes `/tags/..` for the folder above, however it is written: such a tag is asked for by query. */
export function tagPath(name: string): string {
  return isDots(name) ? listPath('/posts', { tag: name }) : `/tags/${encodeURIComponent(name)}`
}

export const authorFeedPath = (uid: number) => `/space/${uid}/feed.xml`

/** There is no way to address the feed of a tag that a browser takes for a folder: it gets the site's. */
export function tagFeedPath(name: string): string {
  return isDots(name) ? '/feed.xml' : `/tags/${encodeURIComponent(name)}/feed.xml`
}

/** What the people one follows have published; for whoever is signed in. */
export const FOLLOWING_PATH = '/posts?feed=following'

/** The address of a list on one of the pages that show lists: what is the default there is left out. */
export function listPath(path: string, { sort, tag, author }: Partial<ListQuery>): string {
  const query = new URLSearchParams({
    ...(sort === 'hot' && { sort }),
    ...(tag !== undefined && { tag }),
    ...(author !== undefined && { author: String(author) }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

const isDots = (name: string) => name === '.' || name === '..'
