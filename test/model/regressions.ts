import type { Concurrent, Step } from './act.ts'

/** What once told the two sites apart, as fast-check shrank it. People, posts and comments are counted as in act.ts: the newest is 0. */
export const REGRESSIONS: Record<string, (Step | Concurrent)[]> = {
  // The model took one of two comments on a post for the other.
  'of two notices about one post the one that was meant is read': [
    { do: 'comment', by: 2, post: 1, text: 'Hello', mentions: false, whom: 0 },
    { do: 'open the inbox', by: 1 },
    { do: 'read a notice', by: 1, notice: 0 },
  ],
  'a ban, which was broken once': [{ do: 'ban', by: 0, whom: 0, admin: 'an admin', isBanned: true }],
  'a post is saved in the moment it is deleted': [
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
  // A default folder was made for nothing.
  "what is taken out of a folder of one's own needs no default folder": [
    { do: 'make a folder', by: 0, isPublic: true },
    { do: 'put into a folder', by: 0, folder: 0, post: 0, whose: 'own' },
    { do: 'favorite', by: 0, post: 0 },
  ],
  // The model did not look which of the two came last.
  'a switch turned off and on at once is as the database has it': [
    {
      do: 'concurrently',
      steps: [
        { do: 'switch comments', by: 0, isOn: false },
        { do: 'switch comments', by: 0, isOn: true },
        { do: 'read a post', by: 0, post: 0, isSignedIn: true },
      ],
    },
    { do: 'edit a comment', by: 0, comment: 0, whose: 'own', text: 'Hello', mentions: false, whom: 0 },
  ],
  // Nobody had signed them in again.
  'who was banned and is not any more signs in again': [
    { do: 'report somebody', by: 1, whom: 0 },
    { do: 'decide on reports', by: 0, nth: 0, admin: 'an admin', decision: 'removed' },
    { do: 'ban', by: 0, whom: 0, admin: 'an admin', isBanned: false },
    { do: 'delete a comment', by: 0, comment: 0, whose: 'own' },
  ],
  'who signed in while they were banned signs in again': [
    { do: 'ban', by: 0, whom: 0, admin: 'an admin', isBanned: true },
    { do: 'read comments', by: 0, post: 0, isSignedIn: true },
    { do: 'ban', by: 0, whom: 0, admin: 'an admin', isBanned: false },
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: false, whom: 0 },
  ],
}
