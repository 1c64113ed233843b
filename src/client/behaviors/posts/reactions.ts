import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { countIn, showCount } from '#client/counts.ts'
import { find, read, where } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { reactionButton } from '#features/community/reactions/hooks.ts'
import { shortCount } from '#web/components/hooks.ts'

const KINDS = ['like', 'dislike'] as const
type Kind = (typeof KINDS)[number]

interface Reaction {
  state: Kind | 'none'
  like: number
  dislike: number
}

/** Updates the buttons optimistically. Requests are sent sequentially, and the last answer sets the final state. */
export function reactions(): void {
  const buttons = new Map(KINDS.map((kind) => [kind, find(where(reactionButton, { pressed: kind }))]))
  let known = shown(buttons)
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  for (const [kind, button] of buttons) {
    button?.addEventListener('click', () => {
      show(buttons, pressed(shown(buttons), kind))
      waiting++
      last = last.then(async () => {
        try {
          known = asReaction(await api.post(`/api/posts/${read(reactionButton, button).post}/${kind}`)) ?? known
        } catch (error) {
          toastProblem(error)
        } finally {
          waiting--
          if (waiting === 0) show(buttons, known)
        }
      })
    })
  }
}

/** A press sets the reaction, clears it if it was set, and replaces the opposite one. */
function pressed({ state, like, dislike }: Reaction, kind: Kind): Reaction {
  const next = state === kind ? 'none' : kind
  const change = (each: Kind) => Number(next === each) - Number(state === each)
  return { state: next, like: like + change('like'), dislike: dislike + change('dislike') }
}

type Buttons = Map<Kind, HTMLElement | null>

function shown(buttons: Buttons): Reaction {
  const state = KINDS.find((kind) => buttons.get(kind)?.ariaPressed === 'true') ?? 'none'
  return { state, like: countIn(counterOf(buttons, 'like')), dislike: countIn(counterOf(buttons, 'dislike')) }
}

function show(buttons: Buttons, reaction: Reaction): void {
  for (const kind of KINDS) {
    buttons.get(kind)?.setAttribute('aria-pressed', String(reaction.state === kind))
    showCount(counterOf(buttons, kind), reaction[kind])
  }
}

function counterOf(buttons: Buttons, kind: Kind): HTMLElement | null {
  const button = buttons.get(kind)
  return button ? find(shortCount, button) : null
}

function asReaction(answer: unknown): Reaction | null {
  if (!isRecord(answer)) return null
  const state = KINDS.find((kind) => kind === answer.state) ?? 'none'
  return { state, like: Number(answer.likes_count), dislike: Number(answer.dislikes_count) }
}
