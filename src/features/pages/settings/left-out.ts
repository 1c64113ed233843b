/** Tables that name a user and are not in the file of the export (holdings.ts), with the reason. */
export const LEFT_OUT: Record<string, string> = {
  author_daily: 'sums of posts',
  author_sources: 'sums of what readers of posts say, as the analytics show them',
  author_stats: 'sums of posts',
  comment_mentions: 'part of the comments of others; the notifications tell of each',
  favorites: 'sums of folder_items',
  idempotency_keys: 'kept for a day, so that a repeated request is done once',
  login_challenges: 'kept for five minutes, between the password and the code of a login',
  post_days: 'sums of posts',
  notices_to_mail: 'notifications, until they are mailed',
  post_tags: 'copies of the tags in posts',
  recovery_codes: 'hashes of secrets',
  report_cases: 'what others reported; what was decided about this user is in decisions',
  reporters: 'sums of reports',
  unread_counts: 'sums of notifications',
}
