import { type Status, savesItself } from '#client/editor/content.ts'

/**
 * `behind`: the author typed during sending. `held`: not saved until the author saves. `halted`: the author must
 * decide.
 */
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
 * `revert`: the text equals the server's version again. `due`: the delay is over. `ask`: the author saves; `insist`:
 * also if nothing changed; `decide`: the author resolves a halt. `owed`: the server stored an earlier text than the one
 * on the page. `lose`: no usable answer.
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

/** `unsaved` becomes `waiting` with autosave, else `held`; `again` becomes `offline` with autosave, else `refused`. */
type Next = SaverState | 'unsaved' | 'again' | null

type Row = Record<SaverState, Next>

const resting = { clean: null, held: null, halted: null, abandoned: null } as const
/** Answers only arrive while sending. */
const idle = { ...resting, waiting: null, offline: null, refused: null } as const
const unsent = { waiting: 'sending', held: 'sending', offline: 'sending', refused: 'sending' } as const

/** The transitions of the saver. Null: the event changes nothing. */
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
  // The text has changed since the refused request and may be valid now.
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

/** The next state, or null if the event changes nothing. Content with `isLocal` is stored here and never sent. */
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
