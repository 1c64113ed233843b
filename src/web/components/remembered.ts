import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Facts and nothing else: no function, no date, no element, so that their text says all of them. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | Promise<unknown> | ((...inputs: never[]) => unknown)
    ? never
    : { [Name in keyof T]: Plain<T[Name]> }

/** In characters, keys and all: of each remembered view. */
const LENGTH_MAX = 4_000_000

/**
 * A view that is rendered once for the same facts and then given out as it was. Everything it shows must come in by its props:
 * they are what it is found by, so that no reader gets what was rendered for another one unless it is the same to the letter.
 */
export function remembered<Props>(
  view: (props: Props) => { toString(): string | Promise<string> } | null,
  ..._: Props extends Plain<Props> ? [] : [refused: 'its props are not plain facts']
): (props: Props) => HtmlEscapedString {
  const known = new Map<string, HtmlEscapedString>()
  let length = 0
  return (props) => {
    const facts = JSON.stringify(props)
    const before = known.get(facts)
    if (before !== undefined) return before
    const text = view(props)?.toString() ?? ''
    if (typeof text !== 'string') throw new Error('a view that waits for something cannot be remembered')
    const html = raw(flat(text))
    length += facts.length + text.length
    // All at once, and rarely: what is in use is soon there again.
    if (length > LENGTH_MAX) {
      known.clear()
      length = facts.length + text.length
    }
    known.set(facts, html)
    return html
  }
}

/** Rendering leaves a tree of small pieces that V8 would walk anew in each page; a search makes one string of it, in place. */
function flat(text: string): string {
  text.indexOf('\0')
  return text
}
