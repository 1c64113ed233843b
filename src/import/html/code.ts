import {
  attribute,
  BLOCKS,
  type ForeignElement,
  type ForeignNode,
  find,
  hasClass,
  isElement,
} from '#import/html/foreign-tree.ts'

export interface Code {
  text: string
  /** The name of the language as in the source, in lower case; null if there is none. */
  language: string | null
}

/**
 * The code of a `pre`, or of the block that a highlighter built around one. `around` are the
 * elements outside of it, outermost first: highlighters write the language there.
 */
export function codeOf(element: ForeignElement, around: readonly ForeignElement[]): Code {
  const inside = find(element, ({ name }) => name === 'code')
  const outside = around.slice(-AROUND).reverse()
  let language: string | null = null
  for (const one of [inside, element, ...outside])
    if (one && language === null) language = languageOf(one, one !== inside)
  return { text: linesOf(element), language }
}

/**
 * Whether a highlighter built this element around code: a table with line numbers, or a box of
 * lines without `pre`.
 */
export function isHighlighted(element: ForeignElement): boolean {
  if (element.name === 'pre') return true
  if (element.name === 'table')
    return find(element, isNumbers) !== undefined && find(element, isCodeCell) !== undefined
  return (
    element.name === 'div' && hasClass(element, 'syntaxhighlighter', 'crayon-syntax', 'CodeMirror')
  )
}

/** Highlighters use up to four elements around `pre`. */
const AROUND = 4

function languageOf(element: ForeignElement, isOutside: boolean): string | null {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const language = known(attribute(element, name))
    if (language !== null) return language
  }
  const { classes } = element
  for (const [index, name] of classes.entries()) {
    const prefixed = PREFIX.exec(name)?.[1]
    const next = name === 'brush:' || name === 'lang:' ? classes[index + 1] : undefined
    const language = known(prefixed ?? next ?? '')
    if (language !== null) return language
  }
  // Highlight.js and Hexo write the name alone, next to their own class.
  const isMarked =
    classes.includes('hljs') ||
    classes.includes('sourceCode') ||
    (element.name === 'figure' && classes.includes('highlight'))
  const bare = isMarked
    ? classes.find((name) => !OWN_CLASSES.has(name) && known(name) !== null)
    : undefined
  if (bare !== undefined) return known(bare)
  return isOutside && element.name === 'pre' ? known(attribute(element, 'lang')) : null
}

const PREFIX =
  /^(?:language-|lang-|lang:|brush:|highlight-source-|highlight-text-|prettyprint-|code-|src-)([\w.+#-]{1,40});?$/i
const OWN_CLASSES = new Set([
  'hljs',
  'highlight',
  'sourceCode',
  'numberLines',
  'wrap',
  'shiki',
  'code',
  'line-numbers',
])
const LANGUAGE_ATTRIBUTES =
  'data-lang data-language data-code-block-lang data-enlighter-language data-code-language'.split(
    ' ',
  )
const NO_LANGUAGE = new Set(
  ' none plain text plaintext txt nohighlight no-highlight default auto raw block undefined null generic'.split(
    ' ',
  ),
)

function known(name: string): string | null {
  const language = name.toLowerCase().replace(/;$/, '')
  return NO_LANGUAGE.has(language) || !/^[\w.+#-]{1,40}$/.test(language) ? null : language
}

const NUMBERS =
  'gutter rouge-gutter linenos lineno line-numbers-rows hljs-ln-numbers ln lnt crayon-nums linenodiv blob-num gl'.split(
    ' ',
  )
const isNumbers = (element: ForeignElement) => hasClass(element, ...NUMBERS)
const isCodeCell = (element: ForeignElement) =>
  element.name === 'td' &&
  (hasClass(element, 'code', 'rouge-code', 'hljs-ln-code', 'crayon-code', 'blob-code', 'lntd') ||
    find(element, ({ name }) => name === 'pre') !== undefined)

function linesOf(element: ForeignElement): string {
  let text = ''
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  const read = (node: ForeignNode, isFirst: boolean) => {
    if (!isElement(node)) {
      text += node
      return
    }
    if (node.name === 'br') text += '\n'
    if (
      DROPPED.has(node.name) ||
      isNumbers(node) ||
      hasClass(node, 'copy', 'toolbar', 'code-toolbar-item')
    )
      return
    const isLine = (BLOCKS.has(node.name) || node.name === 'tr') && node.name !== 'pre'
    if (isLine && !isFirst) endLine()
    for (const [index, child] of node.children.entries()) read(child, index === 0)
    if (isLine) endLine()
  }
  read(element, true)
  return text.replace(/^\n/, '').trimEnd()
}

const DROPPED = new Set([
  'button',
  'script',
  'style',
  'svg',
  'template',
  'figcaption',
  'caption',
  'noscript',
])
