import { test } from 'vitest'
import type { Concurrent, Step } from './act.ts'
import { playSteps } from './histories.ts'
import { expectInvariants } from './play.ts'
import { concurrently } from './regressions.ts'
import type { PostStatus } from './state.ts'

/** The newest deleted post. */
const DELETED = 6

const switchReview = (isOn: boolean): Step => ({ do: 'switch review', by: 0, isOn })
const write = (by: number, time = 0): Step => ({
  do: 'write',
  by,
  text: 'One',
  isDraft: true,
  time,
})
const edit = (seen = 'nothing'): Step => ({
  do: 'edit',
  by: 0,
  post: 0,
  whose: 'own',
  text: 'Three',
  seen,
})
const submit = (time = 0): Step => ({ do: 'submit', by: 0, post: 0, whose: 'own', time })
const schedule = (time: number): Step => ({ do: 'schedule', by: 0, post: 0, whose: 'own', time })
const decide = (move: string, by = 0): Step => ({
  do: move,
  by,
  post: 0,
  admin: 'an admin',
  seen: 'nothing',
})
const unpublish: Step = { do: 'unpublish', by: 0, post: 0, whose: 'own' }
const undelete = (by: number, whose: string): Step => ({ do: 'undelete', by, post: DELETED, whose })
const importAs = (by: number, key: string): Step => ({ do: 'import', by, text: 'Two', key })
const hours = (count: number): Step => ({ do: 'wait', minutes: count * 60 })
const due: Step = { do: 'cron', what: 'due' }
const reportPost: Step = { do: 'report a post', by: 1, post: 0 }
const removeReported: Step = {
  do: 'decide on reports',
  by: 0,
  nth: 0,
  admin: 'an admin',
  decision: 'removed',
}
const deleteOwn: Step = { do: 'delete a post', by: 0, post: 0, whose: 'own' }

/** User 0 writes a post that gets this status. Review is on afterwards. */
const inStatus = (status: PostStatus): Step[] => [
  switchReview(true),
  write(0),
  ...{
    draft: [],
    pending: [submit()],
    rejected: [submit(), decide('reject')],
    approved: [submit(), decide('approve')],
    locked: [submit(), decide('approve'), decide('lock')],
  }[status],
]

const STATUSES = ['draft', 'pending', 'rejected', 'approved', 'locked'] as const
/** The moves of a post. `inStatus` leaves review on. */
const MOVES: Record<string, Step[]> = {
  edit: [edit()],
  submit: [submit()],
  'submit without review': [switchReview(false), submit()],
  withdraw: [{ do: 'withdraw', by: 0, post: 0, whose: 'own' }],
  unpublish: [unpublish],
  'unpublish and submit': [unpublish, submit()],
  ...Object.fromEntries(
    ['approve', 'reject', 'lock', 'unlock'].map((move) => [move, [decide(move)]]),
  ),
}

/**
 * Rules of posts that random histories rarely reach, and concurrent requests about one post. The
 * model has the results.
 */
const HISTORIES: Record<string, (Step | Concurrent)[]> = {
  'concurrent submissions of one post: exactly one succeeds': [
    switchReview(true),
    write(0),
    concurrently(submit(), submit(), submit()),
  ],
  'concurrent edits of one version: exactly one is stored': [
    concurrently(edit('the present'), edit('the present')),
  ],
  'concurrent presses leave at most one reaction of each user': [
    ...['like', 'dislike'].map((first) =>
      concurrently(
        ...[first, 'like', 'dislike', 'like'].map((press) => ({ do: press, by: 0, post: 0 })),
      ),
    ),
  ],
  'a post that is not public takes no comments, even from its author': (
    ['draft', 'pending', 'rejected', 'locked'] as const
  ).flatMap((status) => [
    ...inStatus(status),
    ...[0, 1].flatMap((by) => [
      { do: 'comment', by, post: 0, text: 'Hello', mentions: false, target: 0 },
      { do: 'read comments', by, post: 0, isSignedIn: true },
    ]),
  ]),
  'a deleted post is restored by its author, once and for free': STATUSES.flatMap((status) => [
    ...inStatus(status),
    deleteOwn,
    ...[1, 4].map((by) => undelete(by, "another user's")),
    concurrently(...[0, 0, 0].map((by) => undelete(by, 'own'))),
    { do: 'read a post', by: 0, post: 0, isSignedIn: true },
  ]),
  'an unlock restores the status before the lock': STATUSES.flatMap((status) => [
    ...inStatus(status),
    decide('lock'),
    decide('unlock'),
  ]),
  'a lock applies in the bin and to a draft that was public, until an unlock': [
    { ...decide('lock'), post: DELETED },
    removeReported,
  ].flatMap((lockInBin, nth) => [
    { do: 'write', by: 0, text: 'One', isDraft: false, time: 0 },
    reportPost,
    deleteOwn,
    lockInBin,
    undelete(0, 'own'),
    submit(),
    edit(),
    decide('unlock'),
    reportPost,
    deleteOwn,
    undelete(0, 'own'),
    schedule(2),
    nth === 0 ? decide('lock') : removeReported,
    submit(),
    deleteOwn,
    undelete(0, 'own'),
    decide('unlock'),
    submit(),
  ]),
  'a post that an admin deleted is not locked, and its reports can be closed': [
    reportPost,
    decide('delete as admin'),
    { ...decide('lock'), post: DELETED },
    removeReported,
  ],
  'a comment that is removed while its post is in the bin does not return with the post': [
    { do: 'comment', by: 0, post: 0, text: 'Hello', mentions: false, target: 0 },
    { do: 'report a comment', by: 1, comment: 0 },
    deleteOwn,
    removeReported,
    undelete(0, 'own'),
    submit(),
    { do: 'read comments', by: 0, post: 0, isSignedIn: false },
  ],
  'a post that an admin deleted from the bin is not restored': [
    deleteOwn,
    { do: 'delete as admin', by: 0, post: DELETED, admin: 'an admin' },
    undelete(0, 'own'),
  ],
  'concurrent deletions of one post cost energy once, also with a negative balance': [
    ...Array.from({ length: 8 }, () => ({ do: 'give energy', by: 0, target: 3, amount: -4 })),
    concurrently(deleteOwn, deleteOwn, deleteOwn),
  ],
  'an import key makes one post of its author while the post can be restored': [
    ...[0, 0, 1].map((by) => importAs(by, 'a')),
    concurrently(...[0, 0, 0].map((by) => importAs(by, 'b'))),
    { do: 'delete a post', by: 0, post: 2, whose: 'own' },
    importAs(0, 'a'),
    { do: 'delete as admin', by: 0, post: DELETED, admin: 'an admin' },
    importAs(0, 'a'),
    decide('delete as admin'),
    importAs(0, 'a'),
    deleteOwn,
    hours(31 * 24),
    importAs(0, 'a'),
  ],
  'a scheduled post is published at its time, once, or submitted for review': [
    write(0, 2),
    due,
    hours(3 * 24),
    due,
    due,
    write(0, 2),
    switchReview(true),
    hours(2),
    due,
  ],
  'a schedule is changed and cancelled, and edits keep it': [
    write(0, 2),
    schedule(40),
    edit('an older one'),
    edit(),
    hours(3),
    due,
    schedule(0),
    hours(40),
    due,
  ],
  'only a draft is scheduled': (['pending', 'rejected', 'approved', 'locked'] as const).flatMap(
    (status) => [...inStatus(status), schedule(2)],
  ),
  'a post in review is published at its time if it is approved before, or at once if it is approved later':
    [
      switchReview(true),
      write(0),
      submit(2),
      decide('approve'),
      due,
      hours(2),
      due,
      due,
      write(0),
      submit(2),
      hours(2),
      due,
      decide('approve'),
    ],
  'of concurrent decisions on a post with a time, one counts': [
    switchReview(true),
    write(0),
    submit(2),
    concurrently(decide('approve'), decide('reject', 1), decide('approve', 1)),
  ],
  'after a rejection or a withdrawal the time has no effect': [
    switchReview(true),
    ...[decide('reject'), { do: 'withdraw', by: 0, post: 0, whose: 'own' }].flatMap((leave) => [
      write(0),
      submit(2),
      leave,
      edit(),
      hours(3),
      due,
      schedule(0),
    ]),
  ],
  'an edit of an approved version needs another review, a new time does not': [
    switchReview(true),
    write(0),
    submit(2),
    decide('approve'),
    schedule(40),
    edit(),
    hours(40),
    due,
  ],
  'held approvals are published after their time by one admin, unless they are taken back': [
    ...inStatus('pending'),
    ...inStatus('pending'),
    concurrently(
      ...[0, 1].map((by) => ({ do: 'approve several', by, post: 0, other: 1, admin: 'an admin' })),
    ),
    due,
    { do: 'wait', minutes: 1 },
    due,
    ...inStatus('pending'),
    { do: 'approve several', by: 0, post: 0, other: 0, admin: 'an admin' },
    concurrently(...[0, 1].map((by) => ({ do: 'take back approvals', by, admin: 'an admin' }))),
    { do: 'wait', minutes: 1 },
    due,
  ],
  'several posts are submitted in one request, and each is refused alone': [
    write(0),
    write(0),
    write(1),
    // The newest own posts, one of another user, and one that is public already.
    ...[1, 0, 1].map((second) => ({ do: 'submit several', by: 0, post: 2, second, whose: 'own' })),
  ],
  'concurrent orders of a series: exactly one succeeds': [
    write(0),
    write(0),
    { do: 'create a series', by: 0, target: 0 },
    { ...order(0), seen: 'nothing' },
    concurrently(order(0), order(1), order(2)),
  ],
}

for (const [move, steps] of Object.entries(MOVES))
  HISTORIES[`a post in any status: ${move}`] = STATUSES.flatMap((status) => [
    ...inStatus(status),
    ...steps,
  ])

test.each(Object.entries(HISTORIES))('%s', async (_, steps) =>
  expectInvariants(await playSteps(steps)),
)

/** A new order of the posts of user 0. */
function order(first: number): Step {
  const own = { series: 0, post: 0, which: 'own', whose: 'own', seen: 'the present' }
  return { do: 'order a series', by: 0, ...own, first, count: 3 }
}
