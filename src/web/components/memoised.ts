import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Plain data only (no functions, dates or elements), so that JSON.stringify covers all of it. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | Promise<unknown> | ((...inputs: never[]) => unknown)
    ? never
    : { [Name in keyof T]: Plain<T[Name]> }

type Rendered = { toString(): string | Promise<string> } | null

/** Maximum characters of each half of the memo, keys included, for all views together. Counted in docs/limits.md. */
const LENGTH_MAX = 2_000_000

/** Recently used entries, and older ones. When the recent half is full, the older half is dropped. */
let [lately, before] = [new Map<string, HtmlEscapedString>(), new Map<string, HtmlEscapedString>()]
let length = 0
let views = 0

/**
 * Memoises a view: it is rendered once per distinct props. Everything the view shows must come from its props, because they
 * are the cache key: otherwise one reader could see the output for another.
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

/** Rendering returns a rope string that V8 would traverse again for each page. `indexOf` flattens it in place. */
function flat(text: string): string {
  text.indexOf('\0')
  return text
}
