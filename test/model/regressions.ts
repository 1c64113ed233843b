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
    concurrently(
      { do: 'delete a post', by: 0, post: 0, whose: 'own' },
      { do: 'favorite', by: 0, post: 0 },
      { do: 'favorite', by: 1, post: 0 },
      { do: 'favorite', by: 4, post: 0 },
    ),
  ],
  // An unneeded default folder was created.
  'removing a post from a custom folder creates no default folder': [
    { do: 'make a folder', by: 0, isPublic: true },
    { do: 'put into a folder', by: 0, folder: 0, post: 0, whose: 'own' },
    { do: 'favorite', by: 0, post: 0 },
  ],
  // The model did not check which change came last.
  'a setting that is turned off and on concurrently ends as the database has it': [
    concurrently(
      { do: 'switch comments', by: 0, isOn: false },
      { do: 'switch comments', by: 0, isOn: true },
      { do: 'read a post', by: 0, post: 0, isSignedIn: true },
    ),
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
  'an identity logs in one user until it is disconnected, and the last way to log in stays': [
    { do: 'connect a provider', by: 0, provider: 0, subject: 'ann' },
    { do: 'log in with a provider', by: 1, provider: 0, subject: 'ann', address: 'of a user', isVerified: true },
    { do: 'connect a provider', by: 1, provider: 0, subject: 'ann' },
    { do: 'connect a provider', by: 0, provider: 0, subject: 'ben' },
    { do: 'disconnect a provider', by: 0, provider: 0 },
    { do: 'log in with a provider', by: 0, provider: 0, subject: 'ann', address: 'of a user', isVerified: true },
    { do: 'log in with a provider', by: 0, provider: 0, subject: 'ann', address: 'new', isVerified: true },
    { do: 'disconnect a provider', by: 6, provider: 0 },
    { do: 'connect a provider', by: 6, provider: 1, subject: 'ann' },
    concurrently(
      { do: 'disconnect a provider', by: 6, provider: 0 },
      { do: 'disconnect a provider', by: 6, provider: 1 },
    ),
  ],
  'the first proof of an address ends identities and logins to applications': [
    { do: 'connect a provider', by: 0, provider: 0, subject: 'ann' },
    { do: 'log in to an app', by: 0, app: 0, how: 'allow', scope: 'openid' },
    { do: 'prove the address', by: 0 },
    { do: 'connect a provider', by: 0, provider: 0, subject: 'ben' },
    { do: 'prove the address', by: 0 },
    { do: 'exchange a code', by: 0, code: 0, isRight: true },
  ],
  'a solved challenge registers one account': [
    { do: 'switch the challenge', by: 0, isOn: true },
    { do: 'register', by: 0, name: 'ant', isNamed: false, code: 5, proof: 'none' },
    { do: 'choose a name', by: 0, name: 'ant' },
    { do: 'register', by: 0, name: 'ant', isNamed: true, code: 5, proof: 'new' },
    { do: 'register', by: 0, name: 'bee', isNamed: true, code: 5, proof: 'last' },
    { do: 'register', by: 0, name: 'cat', isNamed: true, code: 5, proof: 'last' },
  ],
  'a code or refresh token that is used twice ends its login': [
    ...tokensOf(0),
    { do: 'exchange a code', by: 0, code: 0, isRight: true },
    { do: 'use an access token', by: 0, token: 0 },
    ...tokensOf(0),
    { do: 'refresh', by: 0, token: 0 },
    { do: 'use an access token', by: 0, token: 0 },
    { do: 'refresh', by: 0, token: 1 },
    { do: 'use an access token', by: 0, token: 0 },
    { do: 'log in to an app', by: 1, app: 0, how: 'allow', scope: 'openid' },
    { do: 'log in to an app', by: 1, app: 0, how: 'as before', scope: 'openid offline_access' },
    { do: 'exchange a code', by: 1, code: 0, isRight: false },
    concurrently(
      { do: 'exchange a code', by: 0, code: 0, isRight: true },
      { do: 'exchange a code', by: 0, code: 0, isRight: true },
    ),
  ],
  'logins to applications end with a password, a deletion, a ban, a disconnection and a removal': [
    ...[
      { do: 'change the password', by: 0, wanted: 'correct battery horse staple' },
      { do: 'leave and come back', by: 0 },
      { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: true },
      { do: 'ban', by: 0, target: 0, admin: 'an admin', isBanned: false },
    ].flatMap((end) => [...tokensOf(0), end, { do: 'use an access token', by: 0, token: 0 }]),
    { do: 'log in to an app', by: 0, app: 0, how: 'as before', scope: 'openid' },
    ...tokensOf(0),
    { do: 'disconnect an app', by: 0, app: 0 },
    { do: 'refresh', by: 0, token: 0 },
    { do: 'log in to an app', by: 0, app: 0, how: 'as before', scope: 'openid' },
    ...tokensOf(1),
    { do: 'remove an app', by: 0, app: 0 },
    { do: 'use an access token', by: 0, token: 0 },
    { do: 'refresh', by: 0, token: 0 },
  ],
  // The site responded with 500.
  'an application is removed while a user allows it': [
    concurrently(
      { do: 'remove an app', by: 0, app: 0 },
      { do: 'log in to an app', by: 0, app: 0, how: 'allow', scope: 'openid' },
    ),
  ],
}

/** A login of this person to the application. */
function tokensOf(by: number): Step[] {
  return [
    { do: 'log in to an app', by, app: 0, how: 'allow', scope: 'openid offline_access' },
    { do: 'exchange a code', by, code: 0, isRight: true },
  ]
}

function concurrently(...steps: Step[]): Concurrent {
  return { do: 'concurrently', steps }
}
