import { type Status, savesItself } from '#client/editor/content.ts'

/** `behind` is sending while its author has written on; `held` waits for its author to save; `halted` for a decision. */
export type SaverState =
  | 'clean'
  | 'waiting'
  | 'held'
  | 'sending'
  | 'behind'
  | 'offline'
  | 'refused'
  | 'halted'
  | 'abandoned'

/**
 * `revert`: the text is again what the server has. `due`: a pause is over. `ask`: the author wants it saved, `insist` even
 * unchanged, `decide` in spite of what halted it. `owed`: the server took an earlier text than the one on the page.
 * `lose`: no answer worth the name.
 */
export type SaverEvent =
  | 'edit'
  | 'revert'
  | 'due'
  | 'online'
  | 'ask'
  | 'insist'
  | 'decide'
  | 'answer'
  | 'owed'
  | 'lose'
  | 'refuse'
  | 'halt'
  | 'abandon'

/** `unsaved` is waiting for what saves itself, else held; `again` is offline for what saves itself, else refused. */
type Next = SaverState | 'unsaved' | 'again' | null

type Row = Record<SaverState, Next>

const resting = { clean: null, held: null, halted: null, abandoned: null } as const
/** Answers come to requests alone. */
const idle = { ...resting, waiting: null, offline: null, refused: null } as const
const unsent = { waiting: 'sending', held: 'sending', offline: 'sending', refused: 'sending' } as const

/** The whole life of what is being written. Null where an event changes nothing. */
export const SAVER_TRANSITIONS: Record<SaverEvent, Row> = {
  edit: {
    clean: 'unsaved',
    waiting: 'waiting',
    held: 'held',
    sending: 'behind',
    behind: 'behind',
    offline: 'offline',
    refused: 'unsaved',
    halted: null,
    abandoned: null,
  },
  revert: {
    ...resting,
    waiting: 'clean',
    held: 'clean',
    offline: 'clean',
    refused: 'clean',
    sending: null,
    behind: null,
  },
  due: { ...resting, waiting: 'sending', offline: 'sending', refused: null, sending: null, behind: null },
  online: { ...resting, waiting: null, offline: 'sending', refused: null, sending: null, behind: null },
  ask: { ...resting, ...unsent, sending: null, behind: null },
  insist: { ...resting, ...unsent, clean: 'sending', sending: 'behind', behind: null },
  decide: { ...idle, halted: 'sending', sending: null, behind: null },
  answer: { ...idle, sending: 'clean', behind: 'unsaved' },
  owed: { ...idle, sending: 'unsaved', behind: 'unsaved' },
  lose: { ...idle, sending: 'again', behind: 'again' },
  // What was refused is no longer what is on the page, which may be right by now.
  refuse: { ...idle, sending: 'refused', behind: 'unsaved' },
  halt: { ...idle, sending: 'halted', behind: 'halted' },
  abandon: {
    clean: 'abandoned',
    waiting: 'abandoned',
    held: 'abandoned',
    sending: 'abandoned',
    behind: 'abandoned',
    offline: 'abandoned',
    refused: 'abandoned',
    halted: 'abandoned',
    abandoned: null,
  },
}

/** Where an event leads, or null where it means nothing. What `isLocal` is kept here and never sent. */
export function nextState(
  state: SaverState,
  event: SaverEvent,
  status: Status | null,
  isLocal = false,
): SaverState | null {
  const next = SAVER_TRANSITIONS[event][state]
  if (isLocal && next === 'sending') return null
  if (next === 'unsaved') return savesItself(status) && !isLocal ? 'waiting' : 'held'
  if (next === 'again') return savesItself(status) ? 'offline' : 'refused'
  return next
}
