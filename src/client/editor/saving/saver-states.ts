import { type Status, savesItself } from '#client/editor/content.ts'

/**
 * `behind`: the author typed during sending. `held`: not saved until asked. `halted`: the author
 * must decide.
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
 * `unsaved` becomes `waiting` with autosave, else `held`; `again` becomes `offline` with autosave,
 * else `refused`.
 */
type Next = SaverState | 'unsaved' | 'again'

const unsent = {
  waiting: 'sending',
  held: 'sending',
  offline: 'sending',
  refused: 'sending',
} as const

/**
 * The transitions of the saver by event. In a state that is not listed, the event changes nothing.
 *
 * `revert`: the text equals the server's version again. `due`: the delay is over. `ask`: the author
 * saves; `insist`: also if nothing changed; `decide`: the author resolves a halt. `owed`: the
 * server stored an earlier text than the one on the page. `lose`: no usable response.
 */
const transitions = {
  edit: {
    clean: 'unsaved',
    waiting: 'waiting',
    held: 'held',
    sending: 'behind',
    behind: 'behind',
    offline: 'offline',
    refused: 'unsaved',
  },
  revert: { waiting: 'clean', held: 'clean', offline: 'clean', refused: 'clean' },
  due: { waiting: 'sending', offline: 'sending' },
  online: { offline: 'sending' },
  ask: unsent,
  insist: { ...unsent, clean: 'sending', sending: 'behind' },
  decide: { halted: 'sending' },
  response: { sending: 'clean', behind: 'unsaved' },
  owed: { sending: 'unsaved', behind: 'unsaved' },
  lose: { sending: 'again', behind: 'again' },
  // The text has changed since the refused request and may be valid now.
  refuse: { sending: 'refused', behind: 'unsaved' },
  halt: { sending: 'halted', behind: 'halted' },
  abandon: {
    clean: 'abandoned',
    waiting: 'abandoned',
    held: 'abandoned',
    sending: 'abandoned',
    behind: 'abandoned',
    offline: 'abandoned',
    refused: 'abandoned',
    halted: 'abandoned',
  },
} satisfies Record<string, Partial<Record<SaverState, Next>>>

export type SaverEvent = keyof typeof transitions
export const SAVER_TRANSITIONS: Record<SaverEvent, Partial<Record<SaverState, Next>>> = transitions

/**
 * The next state, or null if the event changes nothing. Content with `isLocal` is stored here and
 * never sent.
 */
export function nextState(
  state: SaverState,
  event: SaverEvent,
  status: Status | null,
  isLocal = false,
) {
  const next = SAVER_TRANSITIONS[event][state] ?? null
  if (isLocal && next === 'sending') return null
  if (next === 'unsaved') return savesItself(status) && !isLocal ? 'waiting' : 'held'
  if (next === 'again') return savesItself(status) ? 'offline' : 'refused'
  return next
}
