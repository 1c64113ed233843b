import type { Tables } from '../../generated/tables.ts'

export type PostRow = Tables['posts']
export type PostStatus = PostRow['status']
export type PostRevision = Tables['post_revisions'] & { status: PostStatus }
export type PostMove = Tables['post_moves'] & {
  from_status: PostStatus | null
  to_status: PostStatus
}
export type PostEdit = Tables['post_edits']
export type HeldApproval = Tables['held_approvals']
export type RedirectRow = Tables['redirects']
export type AuthorStats = Tables['author_stats']
export type AuthorDay = Tables['author_daily']
export type SeriesRow = Tables['series']
export type LetterSubscriber = Tables['letter_subscribers']
export type LetterRequest = Tables['letter_requests']
export type LetterRow = Tables['letters']
export type LetterImport = Tables['letter_imports'] &
  Pick<LetterSubscriber, 'language'> & { kind: 'site' | 'author' | 'tag' | 'series' }
