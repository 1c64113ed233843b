import type { Concurrent, Step } from './act.ts'

/**
 * Histories that once made the two sites disagree, shrunk by fast-check. People, posts and comments are counted as in
 * act.ts: the newest is 0.
 */
export const REGRESSIONS: Record<string, (Step | Concurrent)[]> = {
  // The model confused two comments on one post.
  'of two notices about one post, the selected one is marked as read': [
    { do: 'comment', by: 2, post: 1, text: 'Hello', mentions: false, target: 0 },
    { do: 'open the inbox', by: 1 },
    { do: 'read a notice', by: 1, notice: 0 },
  ],
  'a ban works': [{ do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: true }],
  'a silence ends the right to comment until the cron lifts it': [
    { do: 'silence', by: 0, target: 0, admin: 'an admin', isSilenced: true, days: 1 },
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: false, target: 1 },
    { do: 'wait', minutes: 8 * 24 * 60 },
    { do: 'comment', by: 0, post: 0, text: 'Well', mentions: false, target: 1 },
    { do: 'cron', what: 'due' },
  ],
  'a ban ends by itself': [
    { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: true, days: 1 },
    { do: 'wait', minutes: 8 * 24 * 60 },
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: false, target: 1 },
    { do: 'cron', what: 'due' },
    { do: 'comment', by: 0, post: 0, text: 'Well', mentions: false, target: 1 },
  ],
  'a post is saved while it is deleted': [
    {
      do: 'concurrently',
      steps: [
        { do: 'delete a post', by: 0, post: 0, whose: 'own' },
        { do: 'favorite', by: 0, post: 0 },
        { do: 'favorite', by: 1, post: 0 },
        { do: 'favorite', by: 4, post: 0 },
      ],
    },
  ],
  // An unneeded default folder was created.
  'removing a post from a custom folder creates no default folder': [
    { do: 'make a folder', by: 0, isPublic: true },
    { do: 'put into a folder', by: 0, folder: 0, post: 0, whose: 'own' },
    { do: 'favorite', by: 0, post: 0 },
  ],
  // The model did not check which change came last.
  'a setting that is turned off and on concurrently ends as the database has it': [
    {
      do: 'concurrently',
      steps: [
        { do: 'switch comments', by: 0, isOn: false },
        { do: 'switch comments', by: 0, isOn: true },
        { do: 'read a post', by: 0, post: 0, isSignedIn: true },
      ],
    },
    { do: 'edit a comment', by: 0, comment: 0, whose: 'own', text: 'Hello', mentions: false, target: 0 },
  ],
  // The test did not sign the users in again.
  'a user can log in again after an unban': [
    { do: 'report a user', by: 1, target: 0 },
    { do: 'decide on reports', by: 0, nth: 0, admin: 'an admin', decision: 'removed' },
    { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: false },
    { do: 'delete a comment', by: 0, comment: 0, whose: 'own' },
  ],
  'a user who logged in while banned can log in again after the unban': [
    { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: true },
    { do: 'read comments', by: 0, post: 0, isSignedIn: true },
    { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: false },
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: false, target: 0 },
  ],
}
