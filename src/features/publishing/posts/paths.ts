import type { ListQuery } from '#features/publishing/lists/list.ts'

export const postPath = (id: number) => `/posts/${id}`

/** Browsers resolve `/tags/..` to the parent path, even if it is escaped, so such a tag is a query parameter. */
export function tagPath(name: string): string {
  return isDots(name) ? listPath('/posts', { tag: name }) : `/tags/${encodeURIComponent(name)}`
}

export const authorFeedPath = (uid: number) => `/space/${uid}/feed.xml`

/** The tags `.` and `..` cannot be in a path, so they get the feed of the site. */
export function tagFeedPath(name: string): string {
  return isDots(name) ? '/feed.xml' : `/tags/${encodeURIComponent(name)}/feed.xml`
}

/** Posts by followed authors, on either page that has a tab for them. */
export const followingPath = (list: '/' | '/posts') => `${list}?feed=following`

/** The URL of a list. Parameters with their default value are left out. */
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
