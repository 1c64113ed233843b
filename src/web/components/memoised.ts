import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Facts and nothing else: no function, no date, no element, so that their text says all of them. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | Promise<unknown> | ((...inputs: never[]) => unknown)
    ? never
    : { [Name in keyof T]: Plain<T[Name]> }

type Rendered = { toString(): string | Promise<string> } | null

/** In characters, keys and all: of each half of what is remembered, all views together. docs/limits.md reckons with it. */
const LENGTH_MAX = 2_000_000

/** What was in use lately, and what was before that: when there is too much, the older half goes. */
let [lately, before] = [new Map<string, HtmlEscapedString>(), new Map<string, HtmlEscapedString>()]
let length = 0
let views = 0

/**
 * A view that is rendered once for the same facts and then given out as it was. Everything it shows must come in by its props:
 * they are what it is found by, so that no reader gets what was rendered for another one unless it is the same to the letter.
 */
export function memoised<Props>(
  view: (props: Props) => Rendered,
  ..._: Props extends Plain<Props> ? [] : [refused: 'its props are not plain facts']
): (props: Props) => HtmlEscapedString {
  const name = ++views
  return (props) => {
    const facts = name + JSON.stringify(props)
    return lately.get(facts) ?? keep(facts, before.get(facts) ?? raw(flat(textOf(view(props)))))
  }
}

function keep(facts: string, html: HtmlEscapedString): HtmlEscapedString {
  length += facts.length + html.length
  if (length > LENGTH_MAX) {
    ;[lately, before] = [new Map(), lately]
    length = facts.length + html.length
  }
  lately.set(facts, html)
  return html
}

function textOf(rendered: Rendered): string {
  const text = rendered?.toString() ?? ''
  if (typeof text === 'string') return text
  throw new Error('a view that waits for something cannot be remembered')
}

/** Rendering leaves a tree of small pieces that V8 would walk anew in each page; a search makes one string of it, in place. */
function flat(text: string): string {
  text.indexOf('\0')
  return text
}
