import type { ListQuery } from '#features/publishing/lists/list.ts'

export const postPath = (id: number) => `/posts/${id}`

/** A browser takes `/tags/..` for the folder above, however it is written: such a tag is asked for by query. */
export function tagPath(name: string): string {
  return isDots(name) ? listPath('/posts', { tag: name }) : `/tags/${encodeURIComponent(name)}`
}

export const authorFeedPath = (uid: number) => `/space/${uid}/feed.xml`

/** A tag that a browser takes for a folder has no address for its feed: it gets the feed of the site. */
export function tagFeedPath(name: string): string {
  return isDots(name) ? '/feed.xml' : `/tags/${encodeURIComponent(name)}/feed.xml`
}

/** Posts of followed authors, in either of the two lists that have a tab for them. */
export const followingPath = (list: '/' | '/posts') => `${list}?feed=following`

/** The address of a list. A parameter that has its default value is left out. */
export function listPath(path: string, { sort, tag, author, language }: Partial<ListQuery>): string {
  const query = new URLSearchParams({
    ...(sort === 'hot' && { sort }),
    ...(tag !== undefined && { tag }),
    ...(author !== undefined && { author: String(author) }),
    ...(language && { language }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

const isDots = (name: string) => name === '.' || name === '..'
