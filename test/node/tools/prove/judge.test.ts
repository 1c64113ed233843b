import { expect, test } from 'vitest'
import { type Attempt, judge, judgeBlock } from '../../../../tools/prove/load/judge.ts'

const LIMIT = { most: 3, seconds: 60 }
const SECOND = 1000

/** In seconds; each attempt takes a tenth of a second. */
const taken = (at: number): Attempt => ({ ...moment(at), isRefused: false, retryAfter: 0 })
const refused = (at: number, retryAfter: number): Attempt => ({ ...moment(at), isRefused: true, retryAfter })
const moment = (at: number) => ({ sentAt: at * SECOND, answeredAt: at * SECOND + 100 })

test.each<[string, Attempt[], string[]]>([
  [
    'refusals at the limit until the first attempt is a minute old (correct)',
    [taken(0), taken(1), taken(2), refused(10, 50), taken(61)],
    [],
  ],
  [
    'one attempt more than the limit (wrong)',
    [taken(0), taken(1), taken(2), taken(3)],
    ['one more was let through after 3 in 60 s'],
  ],
  ['a refusal before the limit (wrong)', [taken(0), taken(1), refused(2, 58)], ['refused after 2 in 60 s']],
  ['a refusal after the minute (wrong)', [taken(0), taken(1), taken(2), refused(60.5, 1)], ['refused after 2 in 60 s']],
  [
    'a Retry-After that is too short (wrong)',
    [taken(0), taken(1), taken(2), refused(10, 49)],
    ['Retry-After was 49, not 50 to 51'],
  ],
  [
    'a Retry-After that is too long (wrong)',
    [taken(0), taken(1), taken(2), refused(10, 60)],
    ['Retry-After was 60, not 50 to 51'],
  ],
  [
    'an unanswered attempt, which may count (correct)',
    [taken(0), taken(1), { ...moment(2), isRefused: null, retryAfter: 0 }, refused(3, 58)],
    [],
  ],
])('the judge checks a sliding window with %s', (_, attempts, wrong) => {
  expect(judge(attempts, LIMIT)).toEqual(wrong)
})

test.each<[string, Attempt[], string[]]>([
  [
    'refusals until its end and a new count after it (correct)',
    [taken(0), taken(1), taken(2), refused(3, 300), refused(100, 203), taken(304), taken(305)],
    [],
  ],
  [
    'an attempt at its end that starts a new count (correct)',
    [taken(0), taken(1), taken(2), refused(3, 300), taken(303.05), taken(304), taken(305), refused(306, 300)],
    [],
  ],
  [
    'an accepted attempt (wrong)',
    [taken(0), taken(1), taken(2), refused(3, 300), taken(100)],
    ['let through while it was blocked', '4 were let through, not 3'],
  ],
  ['an early refusal (wrong)', [taken(0), refused(1, 300)], ['refused after 1']],
  [
    'a Retry-After that is too short (wrong)',
    [taken(0), taken(1), taken(2), refused(3, 300), refused(100, 60)],
    ['Retry-After was 60, not 203 to 204'],
  ],
])('the judge checks a block with %s', (_, attempts, wrong) => {
  expect(judgeBlock(attempts, LIMIT, 300)).toEqual(wrong)
})
