import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { CSS_BYTES_MAX } from '#kernel/sizes.ts'

/** Why a style sheet is refused, and where. */
export interface CssProblem {
  reason: Reason
  /** The line, counted from 1. */
  line: number
  /** The refused word or address, as written. */
  found: string
}

/*
 * The style sheet of the owner is on pages of every reader. It must not make a browser send a
 * request to another host: with attribute selectors, such requests would send what a page contains.
 * So each address is checked, wherever it stands, and everything that could make an address out of
 * other values is refused. The check uses the tokens of CSS Syntax, in which escapes are resolved
 * and comments are apart: `u\72l(` is `url(`, and `ur/**\/l(` is not.
 */

/** The first problem of a style sheet, or null. */
export function problemInCss(css: string): CssProblem | null {
  if (new TextEncoder().encode(css).length > CSS_BYTES_MAX)
    return { reason: 'too_long', line: 1, found: '' }
  if (css.includes('\0') || !css.isWellFormed()) return { reason: 'nul', line: 1, found: '' }
  const open: Opened[] = []
  for (const token of tokenize({ css })) {
    const reason = reasonFor(token, open)
    if (reason) return { reason, line: lineAt(css, token[2]), found: shortened(token[1]) }
    follow(token, open)
  }
  const unclosed = open.at(-1)
  return unclosed
    ? { reason: 'unclosed', line: lineAt(css, unclosed.start), found: unclosed.written }
    : null
}

/** A bracket or function that is not closed yet. */
interface Opened {
  closes: TokenType
  /** The name of the function in lower case, empty for a bracket. */
  name: string
  written: string
  start: number
}

function reasonFor(token: CSSToken, open: Opened[]): Reason | null {
  switch (token[0]) {
    case TokenType.AtKeyword:
      return AT_RULES.has(nameOf(token)) ? null : 'at_rule'
    case TokenType.URL:
      return isAllowedAddress(token[4].value) ? null : 'address'
    case TokenType.String:
      // `image-set("…" 1x)` is an address too. The string of `type("…")` is not.
      return isInAddress(open) && open.at(-1)?.name !== 'type' && !isAllowedAddress(token[4].value)
        ? 'address'
        : null
    case TokenType.Function:
      return reasonForFunction(nameOf(token), open)
    case TokenType.Ident:
      return REFUSED_NAMES.has(nameOf(token)) ? 'name' : null
    case TokenType.BadString:
    case TokenType.BadURL:
      return 'unreadable'
    case TokenType.CloseParen:
    case TokenType.CloseSquare:
    case TokenType.CloseCurly:
      return open.at(-1)?.closes === token[0] ? null : 'unopened'
    default:
      return null
  }
}

function reasonForFunction(name: string, open: Opened[]): Reason | null {
  if (REFUSED_FUNCTIONS.has(name)) return 'function'
  // A variable or an attribute inside `image-set()` could be an address.
  if (isInAddress(open) && !IN_ADDRESSES.test(name)) return 'function'
  return name === 'type' && open.some((each) => each.name === 'attr') ? 'function' : null
}

function follow(token: CSSToken, open: Opened[]): void {
  const closes = CLOSERS[token[0]]
  if (closes) {
    const name = token[0] === TokenType.Function ? nameOf(token) : ''
    open.push({ closes, name, written: token[1], start: token[2] })
  } else if (open.at(-1)?.closes === token[0]) open.pop()
}

const CLOSERS: { [type in TokenType]?: TokenType } = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
}

/** Without vendor prefixes, `-webkit-image-set` is `image-set`. */
function nameOf(token: CSSToken): string {
  const value = token[4] && 'value' in token[4] ? String(token[4].value) : ''
  return value.toLowerCase().replace(/^-(?:webkit|moz|ms|o)-/, '')
}

/** `@import` loads another style sheet, and `@namespace` and `@document` contain addresses. */
const AT_RULES: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'scope',
  'starting-style',
  'keyframes',
  'font-face',
  'property',
  'counter-style',
  'page',
])

const isInAddress = (open: Opened[]) =>
  open.some(({ name }) => name === 'url' || name === 'image-set')

/** The functions inside an image set: addresses, gradients and colours. */
const IN_ADDRESSES =
  /^(?:url|type|(?:repeating-)?(?:linear|radial|conic)-gradient|rgba?|hsla?|oklch|oklab|lch|lab|color|light-dark)$/

/**
 * `src()` and `image()` take an address from a string or a variable. `expression()` ran scripts in
 * old browsers; `element()` and `paint()` show other elements.
 */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'src',
  'image',
  'expression',
  'element',
  'paint',
])

/** Properties of old browsers that loaded code. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['behavior', 'binding', 'expression'])

/** An image of this site, an image inside the style sheet, or a part of the page. */
function isAllowedAddress(address: string): boolean {
  return (
    /^\/images\/[\w-]+\.(?:jpg|png|webp|gif)(?:\?w=\d{1,4})?$/.test(address) ||
    /^data:image\/(?:png|gif|jpeg|webp|avif|svg\+xml)[;,]/i.test(address) ||
    /^#[\w-]+$/.test(address)
  )
}

function lineAt(css: string, at: number): number {
  return css.slice(0, at).split(/\r\n|[\n\r\f]/).length
}

const FOUND_MAX = 60

function shortened(found: string): string {
  return found.length > FOUND_MAX ? `${found.slice(0, FOUND_MAX)}…` : found
}

const reasons = bilingual({
  too_long: [
    () => `样式表最大 ${CSS_BYTES_MAX / 1024} KB。`,
    () => `A style sheet can have at most ${CSS_BYTES_MAX / 1024} KB.`,
  ],
  nul: [() => '含有不支持的字符。', () => 'This contains characters that are not allowed.'],
  at_rule: [
    ({ line, found }: CssProblem) => `第 ${line} 行：不能使用 ${found}。`,
    ({ line, found }: CssProblem) => `Line ${line}: ${found} is not allowed.`,
  ],
  address: [
    ({ line, found }: CssProblem) =>
      `第 ${line} 行：${found} 不是允许的地址。只能使用本站的图片（/images/…）和 data:image/…。`,
    ({ line, found }: CssProblem) =>
      `Line ${line}: ${found} is not an allowed address. Use images of this site (/images/…) or data:image/….`,
  ],
  function: [
    ({ line, found }: CssProblem) => `第 ${line} 行：这里不能使用 ${found}…)。`,
    ({ line, found }: CssProblem) => `Line ${line}: ${found}…) is not allowed here.`,
  ],
  name: [
    ({ line, found }: CssProblem) => `第 ${line} 行：不能使用 ${found}。`,
    ({ line, found }: CssProblem) => `Line ${line}: ${found} is not allowed.`,
  ],
  unreadable: [
    ({ line, found }: CssProblem) => `第 ${line} 行：${found} 没有正确结束。`,
    ({ line, found }: CssProblem) => `Line ${line}: ${found} does not end correctly.`,
  ],
  unopened: [
    ({ line, found }: CssProblem) => `第 ${line} 行：多余的“${found}”。`,
    ({ line, found }: CssProblem) => `Line ${line}: “${found}” closes nothing.`,
  ],
  unclosed: [
    ({ line, found }: CssProblem) => `第 ${line} 行：“${found}”没有闭合。`,
    ({ line, found }: CssProblem) => `Line ${line}: “${found}” is not closed.`,
  ],
})

type Reason = keyof (typeof reasons)['en']

export function explainCssProblem(problem: CssProblem, language: Language): string {
  return reasons[language][problem.reason](problem)
}
