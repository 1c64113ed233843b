import { tidyTex } from '#kernel/formulas/formulas.ts'
import { CALLOUTS, EMBED, FIGURE_WIDTHS, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'
import { safeImageSource, safeLink } from '#kernel/html/urls.ts'

/**
 * Kinds of elements. inline: formatting within a line · leaf: an image or a line break · rule: a
 * horizontal rule · text: a block with inline content only · flow: a block that contains blocks ·
 * the rest: lists, tables and their parts
 */
export type Kind =
  | 'inline'
  | 'leaf'
  | 'rule'
  | 'text'
  | 'flow'
  | 'list'
  | 'item'
  | 'table'
  | 'section'
  | 'row'
  | 'cell'

type AttributeRule = (value: string) => string | null

export interface ElementRule {
  kind: Kind
  /** The allowed attributes. Each function cleans the value; null removes the attribute. */
  attributes: ReadonlyMap<string, AttributeRule>
  /** Attributes that the element always gets. */
  forced: ReadonlyMap<string, string>
  /** The element is removed if it lacks this attribute. */
  required: string | null
}

export function ruleOf(name: string): ElementRule | undefined {
  return ELEMENTS.get(name)
}

/**
 * Elements that are replaced by others: old names, and unsupported blocks that must still separate
 * their texts.
 */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    strike: 's',
    ins: 'u',
    tt: 'code',
    samp: 'code',
    dir: 'ul',
    menu: 'ul',
    dt: 'p',
    dd: 'p',
  }).concat(
    'address article aside center dl fieldset footer form header hgroup legend main nav section optgroup'
      .split(' ')
      .map((name) => [name, 'div']),
  ),
)

/** Elements whose content is not markup: removed up to the end tag. */
export const RAW_TEXT: ReadonlySet<string> = new Set(
  'script style iframe noscript noembed noframes textarea title xmp plaintext'.split(' '),
)

/** Elements that are removed with their content. */
export const REMOVED_WHOLE: ReadonlySet<string> = new Set(
  'svg math template object applet select datalist audio video canvas frameset'.split(' '),
)

const text = (value: string) => value.slice(0, 1_000).toWellFormed().replace(/\s+/g, ' ').trim()
const oneOf =
  (...allowed: string[]): AttributeRule =>
  (value) =>
    allowed.includes(value.trim()) ? value.trim() : null
const integer =
  (min: number, max: number): AttributeRule =>
  (value) => {
    const number = /^\s*-?\d{1,7}\s*$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? String(number) : null
  }
/** `language-c++` and the like. */
const classNames: AttributeRule = (value) =>
  value
    .split(/\s+/)
    .filter((name) => /^[\w.+#-]{1,40}$/.test(name))
    .slice(0, 8)
    .join(' ') || null

const tex =
  (isBlock: boolean): AttributeRule =>
  (value) =>
    tidyTex(value, isBlock) || null

const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map([
  ...all('inline', 'strong b em i s del u sub mark kbd'),
  one('inline', 'sup', { [NOTE.reference]: integer(1, 999) }),
  one('inline', 'code', { class: classNames }),
  one(
    'inline',
    'a',
    { href: safeLink, title: text, [EMBED.provider]: (value) => value },
    { rel: 'nofollow ugc noopener' },
    'href',
  ),
  // Only a formula is a span. tree.ts reads a formula as a whole.
  one('inline', 'span', { [TEX]: tex(false) }, {}, TEX),
  ...all('leaf', 'br'),
  one(
    'leaf',
    'img',
    {
      src: safeImageSource,
      alt: text,
      title: text,
      width: integer(1, 20_000),
      height: integer(1, 20_000),
    },
    { alt: '', loading: 'lazy' },
    'src',
  ),
  ...all('rule', 'hr'),
  ...all('text', 'p h1 h2 h3 h4 h5 h6 summary figcaption caption'),
  one('text', 'pre', { class: classNames }),
  one('flow', 'div', { [TEX]: tex(true) }),
  ...all('flow', 'details'),
  one('flow', 'blockquote', { [TASK.kind]: oneOf(...CALLOUTS) }),
  one('flow', 'figure', { class: oneOf(...FIGURE_WIDTHS) }),
  one('list', 'ul', { [TASK.kind]: oneOf('taskList') }),
  one('list', 'ol', { start: integer(-999_999, 999_999), [TASK.kind]: oneOf(NOTE.list) }),
  one('item', 'li', { [TASK.kind]: oneOf('taskItem'), [TASK.checked]: oneOf('true', 'false') }),
  ...all('table', 'table'),
  ...all('section', 'thead tbody tfoot'),
  ...all('row', 'tr'),
  one('cell', 'td', { colspan: integer(1, 100), rowspan: integer(1, 100) }),
  one('cell', 'th', {
    colspan: integer(1, 100),
    rowspan: integer(1, 100),
    scope: oneOf('row', 'col', 'rowgroup', 'colgroup'),
  }),
])

/** The allowed elements with their allowed attributes, in the form of the `xss` package. */
export const ALLOWED: Readonly<Record<string, string[]>> = Object.fromEntries(
  [...ELEMENTS].map(([name, { attributes, forced }]) => [
    name,
    [...new Set([...attributes.keys(), ...forced.keys()])],
  ]),
)

function all(kind: Kind, names: string): [string, ElementRule][] {
  return names.split(' ').map((name) => one(kind, name))
}

function one(
  kind: Kind,
  name: string,
  attributes: Record<string, AttributeRule> = {},
  forced: Record<string, string> = {},
  required: string | null = null,
): [string, ElementRule] {
  return [
    name,
    {
      kind,
      attributes: new Map(Object.entries(attributes)),
      forced: new Map(Object.entries(forced)),
      required,
    },
  ]
}
