/** The average activity of one reader in a month. Assumptions, to be replaced by figures of a real site. */
export const A_READER = {
  /** Pages read without signing in, and the share that the edge cache answers. */
  pages: 12,
  cachedPart: 0.8,
  searches: 0.3,
  /** The share of members among readers, and the activity of a member. */
  members: 0.05,
}

export const A_MEMBER = { pages: 40, checkIns: 8, likes: 6, comments: 1, energizes: 2, posts: 0.05 }

/** The busiest hour compared to the mean. */
export const PEAK = 5

/** The bench scene that gives the cost of each activity. */
export const SCENES = {
  cached: 'list page, edge-cached',
  cold: 'post page, cold',
  search: 'search, common word, cold',
  signedIn: 'post page, signed in',
  likes: 'like',
  comments: 'comment',
  energizes: 'energize',
  posts: 'new post',
} as const

/** Permanent bytes in D1 per row, including indexes: `test/node/tools/readers.test.ts` measures them. */
export const BYTES = { person: 220, checkIn: 190, like: 85, comment: 480, energize: 250, post: 4_700 }

/** The text and index of a post in the search database (docs/bench: at most 2.5 KB). */
export const SEARCH_BYTES = 2_500
