/** What one reader does in a month, on average over all: suppositions, to be replaced by what a site sees of itself. */
export const A_READER = {
  /** Pages read without signing in, and the part of them that the edge cache answers. */
  pages: 12,
  cachedPart: 0.8,
  searches: 0.3,
  /** The part of the readers who are members, and what each of these does. */
  members: 0.05,
}

export const A_MEMBER = { pages: 40, checkIns: 8, likes: 6, comments: 1, energizes: 2, posts: 0.05 }

/** The busiest hour against the mean. */
export const PEAK = 5

/** Scenes of the bench by which each thing is reckoned. */
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

/** Bytes that each leaves in D1 for good, indexes included: `test/node/tools/readers.test.ts` measures them. */
export const BYTES = { person: 220, checkIn: 190, like: 85, comment: 480, energize: 250, post: 4_700 }

/** A post's text and words in the second database (docs/bench: at most 2.5 KB). */
export const SEARCH_BYTES = 2_500
