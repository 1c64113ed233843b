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
 * The maximum length of each half of the memo in characters, keys included, for all views together.
 * It is counted in docs/limits.md.
 */
const LENGTH_MAX = 1_000_000

// The memo has two halves: entries that were used recently, and older ones. When the recent half is
// full, the older half is dropped, and the recent half becomes the older one.
let [recent, older] = [new Map<string, HtmlEscapedString>(), new Map<string, HtmlEscapedString>()]
let length = 0
let views = 0

/**
 * Memoises a view: it is rendered once for each different value of its props. The props are the
 * cache key, so everything that the view shows must come from them: otherwise one reader could see
 * the output for another.
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
 * Memoises a view by the identity of `data`, without the cost of a key. The data must determine the
 * output, together with props that are always the same for it, such as the language for which it
 * was read.
 */
export function renderedOnce<Data extends object, Props>(
  view: (data: Data, props: Props) => Rendered,
): (data: Data, props: Props) => HtmlEscapedString {
  const rendered = new WeakMap<Data, HtmlEscapedString>()
  return (data: Data, props: Props): HtmlEscapedString => {
    const html = rendered.get(data) ?? raw(flat(textOf(view(data, props))))
    rendered.set(data, html)
    return html
  }
}

/**
 * Like `renderedOnce`, for a view that has several forms for the same data. `key` identifies the
 * form, and must have few values.
 */
export function renderedOncePerKey<Data extends object, Props>(
  keyOf: (props: Props) => string,
  view: (data: Data, props: Props) => Rendered,
): (data: Data, props: Props) => HtmlEscapedString {
  const rendered = new WeakMap<Data, Map<string, HtmlEscapedString>>()
  return (data, props) => {
    const forms = rendered.get(data) ?? new Map<string, HtmlEscapedString>()
    rendered.set(data, forms)
    const key = keyOf(props)
    const html = forms.get(key) ?? raw(flat(textOf(view(data, props))))
    forms.set(key, html)
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
 * The result of rendering is a rope: a string of many parts that V8 would traverse again for each
 * page. `indexOf` makes V8 flatten it in place.
 */
function flat(text: string): string {
  text.indexOf('\0')
  return text
}
