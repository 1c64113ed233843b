import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Plain data only (no functions, dates or elements), so that JSON.stringify covers all of it. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | Promise<unknown> | ((...inputs: never[]) => unknown)
    ? never
    : { [Name in keyof T]: Plain<T[Name]> }

type Rendered = { toString(): string | Promise<string> } | null

/**
 * Maximum characters of each half of the memo, keys included, for all views together. Counted in
 * docs/limits.md.
 */
const LENGTH_MAX = 1_000_000

/**
 * Recently used entries, and older ones. When the recent half is full, the older half is dropped.
 */
let [recent, older] = [new Map<string, HtmlEscapedString>(), new Map<string, HtmlEscapedString>()]
let length = 0
let views = 0

/**
 * Rendered once per distinct props, the cache key. Everything shown must come from them, or readers
 * see others' output.
 */
export function memoised<Props>(
  view: (props: Props) => Rendered,
  ..._: Props extends Plain<Props> ? [] : [refused: 'its props must be plain data']
): (props: Props) => HtmlEscapedString {
  const name = ++views
  return (props) => {
    const key = name + JSON.stringify(props)
    return recent.get(key) ?? store(key, older.get(key) ?? raw(flat(textOf(view(props)))))
  }
}

/**
 * By the identity of `data`, without a key. The data must determine the output with props that
 * never change for it.
 */
export function renderedOnce<Data extends object, Props>(
  view: (data: Data, props: Props) => Rendered,
) {
  const rendered = new WeakMap<Data, HtmlEscapedString>()
  return (data: Data, props: Props): HtmlEscapedString => {
    const html = rendered.get(data) ?? raw(flat(textOf(view(data, props))))
    rendered.set(data, html)
    return html
  }
}

function store(key: string, html: HtmlEscapedString): HtmlEscapedString {
  length += key.length + html.length
  if (length > LENGTH_MAX) {
    ;[recent, older] = [new Map(), recent]
    length = key.length + html.length
  }
  recent.set(key, html)
  return html
}

function textOf(rendered: Rendered): string {
  const text = rendered?.toString() ?? ''
  if (typeof text === 'string') return text
  throw new Error('a memoised view must render synchronously')
}

/**
 * Rendering returns a rope string that V8 would traverse again for each page. `indexOf` flattens it
 * in place.
 */
function flat(text: string): string {
  text.indexOf('\0')
  return text
}
