import { type Status, savesItself } from '#client/editor/content.ts'

/**
 * The states of the saver.
 *
 * `behind`: the author has typed while the text was being sent. `held`: the text is not sent until
 * the author saves. `halted`: the author must decide how to continue.
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
 * The state after an event. `unsaved` becomes `waiting` with autosave, and otherwise `held`.
 * `again` becomes `offline` with autosave, and otherwise `refused`.
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
 * `revert`: the text equals the version of the server again. `due`: the delay is over. `ask`: the
 * author saves. `insist`: the author saves, and an unchanged text is sent too. `decide`: the author
 * resolves a halt. `owed`: the server has stored an earlier text than the one on the page. `lose`:
 * there was no usable response.
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

/** The events of the saver. `transitions` describes them. */
export type SaverEvent = keyof typeof transitions
/**
 * The transitions with a type in which each event can be looked up for each state. Undefined: the
 * event changes nothing in this state.
 */
export const SAVER_TRANSITIONS: Record<SaverEvent, Partial<Record<SaverState, Next>>> = transitions

/**
 * The next state, or null if the event changes nothing. Content with `isLocal` is stored in this
 * browser only and never sent.
 */
export function nextState(
  state: SaverState,
  event: SaverEvent,
  status: Status | null,
  isLocal = false,
): SaverState | null {
  const next = SAVER_TRANSITIONS[event][state] ?? null
  if (isLocal && next === 'sending') return null
  if (next === 'unsaved') return savesItself(status) && !isLocal ? 'waiting' : 'held'
  if (next === 'again') return savesItself(status) ? 'offline' : 'refused'
  return next
}
