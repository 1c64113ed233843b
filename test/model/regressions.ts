import type { Concurrent, Step } from './act.ts'

/**
 * Histories that once made the two sites disagree, shrunk by fast-check. People, posts and comments
 * are counted as in act.ts: the newest is 0.
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
    {
      do: 'edit a comment',
      by: 0,
      comment: 0,
      whose: 'own',
      text: 'Hello',
      mentions: false,
      target: 0,
    },
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
    {
      do: 'log in with a provider',
      by: 1,
      provider: 0,
      subject: 'ann',
      address: 'of a user',
      isVerified: true,
    },
    { do: 'connect a provider', by: 1, provider: 0, subject: 'ann' },
    { do: 'connect a provider', by: 0, provider: 0, subject: 'ben' },
    { do: 'disconnect a provider', by: 0, provider: 0 },
    {
      do: 'log in with a provider',
      by: 0,
      provider: 0,
      subject: 'ann',
      address: 'of a user',
      isVerified: true,
    },
    {
      do: 'log in with a provider',
      by: 0,
      provider: 0,
      subject: 'ann',
      address: 'new',
      isVerified: true,
    },
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
  'names are free once, cost energy later, and are taken by one user': [
    { do: 'give energy', by: 0, target: 2, amount: -4 },
    { do: 'choose a name', by: 2, name: 'ant' },
    { do: 'sign oneself', by: 2, signature: 'Words' },
    { do: 'sign oneself', by: 2, signature: '' },
    ...['bee', 'bee', 'cat'].map((name) => ({ do: 'choose a name', by: 0, name })),
    { do: 'choose a name', by: 1, name: 'cat' },
    concurrently(
      { do: 'choose a name', by: 1, name: 'dog' },
      { do: 'choose a name', by: 3, name: 'dog' },
    ),
    concurrently(
      { do: 'choose a name', by: 0, name: 'ant' },
      { do: 'choose a name', by: 0, name: 'bee' },
    ),
    concurrently(
      { do: 'choose a name', by: 4, name: 'cat' },
      { do: 'choose a name', by: 4, name: 'cat' },
    ),
    { do: 'register', by: 0, name: 'dog', isNamed: true, code: 5, proof: 'none' },
    { do: 'register', by: 0, name: 'ant', isNamed: true, code: 5, proof: 'none' },
    { do: 'choose a name', by: 0, name: 'bee' },
  ],
  'a change of a profile waits for a decision and is charged once': [
    { do: 'choose a name', by: 0, name: 'ant' },
    { do: 'switch review', by: 0, isOn: true },
    concurrently(
      { do: 'choose a name', by: 0, name: 'bee' },
      { do: 'choose a name', by: 0, name: 'cat' },
    ),
    { do: 'sign oneself', by: 0, signature: 'Words' },
    { do: 'register', by: 0, name: 'dog', isNamed: true, code: 5, proof: 'none' },
    { do: 'switch review', by: 0, isOn: false },
    { do: 'sign oneself', by: 1, signature: 'Words' },
    { do: 'decide on a profile', by: 0, target: 1, admin: 'an admin', isFine: false },
    { do: 'choose a name', by: 1, name: 'bee' },
  ],
  'decisions on a profile count once': [
    { do: 'switch review', by: 0, isOn: true },
    ...[false, true].flatMap((isFine) => [
      { do: 'choose a name', by: 2, name: 'ant' },
      { do: 'decide on a profile', by: 0, target: 0, admin: 'an admin', isFine },
    ]),
    { do: 'sign oneself', by: 2, signature: 'Words' },
    concurrently(
      ...[true, false, true].map((isFine, by) => ({
        do: 'decide on a profile',
        by,
        target: 0,
        admin: 'an admin',
        isFine,
      })),
    ),
  ],
  'bans depend on roles, and are set and lifted once, also with concurrent requests': [
    { do: 'give a role', by: 5, target: 3, isAdmin: true },
    // An admin and the owner.
    ...[3, 5].flatMap((by) =>
      [1, 4, 5, 3, 1].map((target) => ({
        do: 'ban',
        by,
        target,
        admin: 'another user',
        isBanned: true,
      })),
    ),
    ...[1, 1].map((target) => ({
      do: 'ban',
      by: 5,
      target,
      admin: 'another user',
      isBanned: false,
    })),
    concurrently(
      ...[0, 0].map((target) => ({
        do: 'ban',
        by: 5,
        target,
        admin: 'another user',
        isBanned: true,
      })),
    ),
  ],
  'a silence is set and lifted once, and not for admins': [
    ...[true, true, false, false].map((isSilenced) => ({
      do: 'silence',
      by: 0,
      target: 0,
      admin: 'an admin',
      isSilenced,
      days: 0,
    })),
    ...[3, 4, 5].map((target) => ({
      do: 'silence',
      by: 0,
      target,
      admin: 'an admin',
      isSilenced: true,
      days: 0,
    })),
  ],
  'a silenced user publishes nothing, but reacts, reports, and keeps drafts and private folders': [
    ...[true, false].map((isPublic) => ({ do: 'make a folder', by: 0, isPublic })),
    { do: 'favorite', by: 0, post: 1 },
    { do: 'open a folder', by: 0, folder: 0, isPublic: true },
    { do: 'write', by: 0, text: 'Two', isDraft: true, time: 0 },
    { do: 'silence', by: 0, target: 0, admin: 'an admin', isSilenced: true, days: 0 },
    ...[0, 2].map((time) => ({ do: 'write', by: 0, text: 'One', isDraft: false, time })),
    { do: 'submit', by: 0, post: 0, whose: 'own', time: 0 },
    { do: 'edit', by: 0, post: 3, whose: 'own', text: 'Three', seen: 'nothing' },
    { do: 'comment', by: 0, post: 1, text: 'Hello', mentions: false, target: 0 },
    { do: 'reply', by: 0, comment: 0, text: 'Hello', mentions: false, target: 0 },
    {
      do: 'edit a comment',
      by: 0,
      comment: 0,
      whose: 'own',
      text: 'So',
      mentions: false,
      target: 0,
    },
    { do: 'sign oneself', by: 0, signature: 'Words' },
    { do: 'make a folder', by: 0, isPublic: true },
    ...[2, 0, 1].map((folder) => ({
      do: 'put into a folder',
      by: 0,
      folder,
      post: 2,
      whose: 'own',
    })),
    ...[1, 2].map((post) => ({ do: 'favorite', by: 0, post })),
    { do: 'make a folder', by: 0, isPublic: false },
    { do: 'like', by: 0, post: 1 },
    { do: 'follow', by: 0, target: 1 },
    { do: 'like a comment', by: 0, comment: 0 },
    { do: 'report a post', by: 0, post: 1 },
    { do: 'write', by: 0, text: 'Three', isDraft: true, time: 0 },
    { do: 'edit', by: 0, post: 0, whose: 'own', text: 'One', seen: 'nothing' },
    { do: 'delete a comment', by: 0, comment: 0, whose: 'own' },
  ],
  'notices and likes are unread until they are read, without those of switched-off kinds': [
    ...[1, 1, 1].map((by) => ({ do: 'follow', by, target: 0 })),
    { do: 'follow', by: 0, target: 1 },
    { do: 'open the inbox', by: 0 },
    ...[0, 0].map((notice) => ({ do: 'read a notice', by: 0, notice })),
    { do: 'read a notice', by: 2, notice: 0 },
    ...[1, 1, 1, 2].map((by) => ({ do: 'like', by, post: 0 })),
    ...[0, 1, 2, 3].map((by) => ({ do: 'look at the bell', by })),
    { do: 'turn a switch', by: 0, kind: 'comment', enabled: false },
    { do: 'turn a switch', by: 3, kind: 'like', enabled: false },
    ...[0, 1, 3].map((by) => ({ do: 'read all', by })),
    { do: 'turn a switch', by: 3, kind: 'like', enabled: true },
    ...[1, 1, 2].map((by) => ({ do: 'like', by, post: 0 })),
    ...[0, 1, 3].flatMap((by) => [
      { do: 'open the inbox', by },
      { do: 'look at the bell', by },
    ]),
    concurrently(...[3, 3, 3].map((by) => ({ do: 'read all', by }))),
  ],
  'the switch of a kind hides its notices from the list and the count': [
    { do: 'reply', by: 0, comment: 1, text: 'Hello', mentions: false, target: 0 },
    { do: 'like', by: 3, post: 1 },
    { do: 'follow', by: 0, target: 1 },
    { do: 'comment', by: 1, post: 1, text: 'Hello', mentions: false, target: 0 },
    ...['comment', 'reply', 'like', 'follow'].flatMap((kind) => [
      { do: 'turn a switch', by: 1, kind, enabled: false },
      { do: 'look at the bell', by: 1 },
      { do: 'open the inbox', by: 1 },
      { do: 'turn a switch', by: 1, kind, enabled: true },
    ]),
    { do: 'look at the bell', by: 1 },
  ],
  'a block ends follows in both directions, also with concurrent requests': [
    { do: 'follow', by: 0, target: 1 },
    { do: 'follow', by: 1, target: 0 },
    concurrently(...[0, 0, 0].map((by) => ({ do: 'block', by, target: 1 }))),
    { do: 'follow', by: 1, target: 0 },
  ],
  'without blocks, users may do everything to each other': interactionsAfter(),
  'a user blocked by the actor gets no notices, and is not followed': interactionsAfter([0, 1]),
  'a blocked actor may like and report': interactionsAfter([1, 0]),
  'two users who block each other may like and report': interactionsAfter([0, 1], [1, 0]),
  'admins moderate users they block and users who block them': [
    { do: 'block', by: 4, target: 1 },
    { do: 'block', by: 1, target: 4 },
    { do: 'lock', by: 4, post: 1, admin: 'another user', seen: 'nothing' },
    { do: 'ban', by: 4, target: 1, admin: 'another user', isBanned: true },
  ],
  'energy has a limit for each post and for each user': [
    ...Array.from({ length: 9 }, () => ({ do: 'energize', by: 0, post: 0, form: 'heavy' })),
    ...['light', 'heavy', 'light', 'light'].map((form) => ({
      do: 'energize',
      by: 0,
      post: 0,
      form,
    })),
    ...[0, 1, 2].map((post) => ({ do: 'energize', by: 1, post, form: 'light' })),
    ...['heavy', 'heavy', 'light'].map((form) => ({ do: 'energize', by: 2, post: 1, form })),
  ],
  'a check-in pays once a day, from level 1': [
    ...[0, 0].map((by) => ({ do: 'check in', by })),
    { do: 'ban', by: 0, target: 1, admin: 'an admin', isBanned: true },
    { do: 'check in', by: 1 },
    { do: 'register', by: 0, name: 'ant', isNamed: false, code: 5, proof: 'none' },
    ...[2, 3, 4, 5, 6].map((by) => ({ do: 'check in', by })),
  ],
  'a user reports a target once': [
    ...[0, 0].flatMap(() => [
      { do: 'report a post', by: 1, post: 0 },
      { do: 'report a comment', by: 2, comment: 0 },
      { do: 'report a user', by: 1, target: 0 },
    ]),
    concurrently(...[3, 3, 3].map((by) => ({ do: 'report a post', by, post: 1 }))),
  ],
  'concurrent decisions on one report: exactly one counts, and the target can be reported again': [
    ...[['kept', 'kept', 'removed'], Array(2).fill('removed and banned')].flatMap((decisions) => [
      { do: 'report a post', by: 3, post: 1 },
      concurrently(
        ...decisions.map((decision, by) => ({
          do: 'decide on reports',
          by,
          nth: 0,
          admin: 'an admin',
          decision,
        })),
      ),
      { do: 'unlock', by: 0, post: 1, admin: 'an admin', seen: 'nothing' },
    ]),
  ],
  'a user whose reports are mostly rejected has fewer a day until some are upheld': [
    ...Array.from({ length: 5 }, () => [
      { do: 'report a post', by: 1, post: 0 },
      { do: 'decide on reports', by: 0, nth: 0, admin: 'an admin', decision: 'kept' },
    ]).flat(),
    { do: 'wait', minutes: 13 * 60 },
    ...[0, 2].map((post) => ({ do: 'report a post', by: 1, post })),
    { do: 'report a user', by: 1, target: 0 },
    ...[0, 1].map(() => ({
      do: 'decide on reports',
      by: 0,
      nth: 0,
      admin: 'an admin',
      decision: 'removed',
    })),
    { do: 'report a user', by: 1, target: 0 },
  ],
  'a comment can be edited for a quarter of an hour': ['So', 'Well'].flatMap((text) => [
    { do: 'wait', minutes: 10 },
    { do: 'edit a comment', by: 0, comment: 0, whose: 'own', text, mentions: false, target: 0 },
  ]),
  'comments are liked and deleted by those who may': [
    ...[0, 1, 2, 3].map((by) => ({
      do: 'comment',
      by,
      post: 0,
      text: 'Hello',
      mentions: false,
      target: 0,
    })),
    ...[0, 1, 1].map((by) => ({
      do: 'reply',
      by,
      comment: 0,
      text: 'Well',
      mentions: false,
      target: 0,
    })),
    ...[0, 1].map((by) => ({ do: 'like a comment', by, comment: 0 })),
    ...[0, 1, 2, 3, 4].map((by) => ({
      do: 'delete a comment',
      by,
      comment: by,
      whose: "another user's",
    })),
    ...[0, 0, 1, 2, 3].map((comment) => ({ do: 'delete a comment', by: 0, comment, whose: 'own' })),
    { do: 'comment', by: 1, post: 0, text: 'Hello', mentions: false, target: 0 },
    ...[0, 1, 3, 4].map((by) => ({ do: 'read comments', by, post: 0, isSignedIn: true })),
    { do: 'read comments', by: 0, post: 0, isSignedIn: false },
    { do: 'delete a comment', by: 0, comment: 0, whose: 'own' },
    // The newest of all comments is deleted.
    { do: 'like a comment', by: 0, comment: 6 },
    { do: 'comment', by: 1, post: 0, text: 'Hello', mentions: false, target: 0 },
    { do: 'lock', by: 0, post: 0, admin: 'an admin', seen: 'nothing' },
    { do: 'like a comment', by: 0, comment: 0 },
  ],
  'an edit of a comment notifies newly mentioned users only': [
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: true, target: 1 },
    ...[4, 1, 4].map((target) => ({
      do: 'edit a comment',
      by: 0,
      comment: 0,
      whose: 'own',
      text: 'So',
      mentions: true,
      target,
    })),
  ],
  'a comment is edited by its author, while comments are on and the post is there': [
    {
      do: 'edit a comment',
      by: 1,
      comment: 0,
      whose: "another user's",
      text: 'So',
      mentions: false,
      target: 0,
    },
    ...[false, true].flatMap((isOn) => [
      { do: 'switch comments', by: 0, isOn },
      {
        do: 'edit a comment',
        by: 0,
        comment: 0,
        whose: 'own',
        text: 'So',
        mentions: false,
        target: 0,
      },
    ]),
    { do: 'delete a comment', by: 0, comment: 0, whose: 'own' },
    {
      do: 'edit a comment',
      by: 0,
      comment: 6,
      whose: 'own',
      text: 'Well',
      mentions: false,
      target: 0,
    },
    { do: 'ban', by: 0, target: 1, admin: 'an admin', isBanned: true },
    {
      do: 'edit a comment',
      by: 0,
      comment: 0,
      whose: 'own',
      text: 'Well',
      mentions: false,
      target: 0,
    },
    { do: 'ban', by: 0, target: 1, admin: 'an admin', isBanned: false },
    { do: 'delete a post', by: 0, post: 0, whose: 'own' },
    {
      do: 'edit a comment',
      by: 0,
      comment: 1,
      whose: 'own',
      text: 'Well',
      mentions: false,
      target: 0,
    },
  ],
  'an invitation ends with its uses, by its creator and during a ban of the creator': [
    { do: 'invite', by: 0, uses: 1, days: 1 },
    { do: 'invite', by: 3, uses: 2, days: 1 },
    { do: 'invite', by: 4, uses: 1, days: 30 },
    ...[0, 0].map((code) => ({
      do: 'register',
      by: 0,
      name: 'ant',
      isNamed: true,
      code,
      proof: 'none',
    })),
    { do: 'revoke an invitation', by: 0, code: 1 },
    { do: 'register', by: 0, name: 'ant', isNamed: true, code: 1, proof: 'none' },
    ...[true, false].flatMap((isBanned) => [
      { do: 'ban', by: 0, target: 3, admin: 'an admin', isBanned },
      { do: 'register', by: 0, name: 'bee', isNamed: true, code: 1, proof: 'none' },
    ]),
    ...[3, 3].map((by) => ({ do: 'revoke an invitation', by, code: 1 })),
    { do: 'register', by: 0, name: 'cat', isNamed: true, code: 1, proof: 'none' },
  ],
  'invitations of a person are limited, and end by time': [
    ...[0, 1, 2, 3, 4, 5].map(() => ({ do: 'invite', by: 3, uses: 1, days: 1 })),
    { do: 'wait', minutes: 2 * 24 * 60 },
    { do: 'register', by: 0, name: 'ant', isNamed: false, code: 0, proof: 'none' },
    ...[1, 30].map((days) => ({ do: 'invite', by: 3, uses: 1, days })),
    ...[0, 1].map((code) => ({
      do: 'register',
      by: 0,
      name: 'ant',
      isNamed: false,
      code,
      proof: 'none',
    })),
  ],
}

/** All that person 0 can do to person 1 after these blocks, and what person 1 hears of it. */
function interactionsAfter(...blocks: [by: number, target: number][]): Step[] {
  const words = { text: 'Hello', mentions: false, target: 1 }
  return [
    ...blocks.map(([by, target]) => ({ do: 'block', by, target })),
    { do: 'follow', by: 0, target: 1 },
    { do: 'energize', by: 0, post: 1, form: 'light' },
    { do: 'report a post', by: 0, post: 1 },
    { do: 'reply', by: 0, comment: 1, ...words },
    { do: 'comment', by: 0, post: 0, ...words, mentions: true },
    { do: 'comment', by: 0, post: 1, ...words },
    ...[0, 3].flatMap((by) => [
      { do: 'like', by, post: 1 },
      { do: 'look at the bell', by: 1 },
      { do: 'open the inbox', by: 1 },
    ]),
  ]
}

/** A login of this person to the application. */
function tokensOf(by: number): Step[] {
  return [
    { do: 'log in to an app', by, app: 0, how: 'allow', scope: 'openid offline_access' },
    { do: 'exchange a code', by, code: 0, isRight: true },
  ]
}

export function concurrently(...steps: Step[]): Concurrent {
  return { do: 'concurrently', steps }
}
