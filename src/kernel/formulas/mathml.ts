import temml from 'temml'
import {
  type Formula,
  formulaKey,
  formulasIn,
  type MadeFormulas,
} from '#kernel/formulas/formulas.ts'

/** Characters of MathML in one post. The formulas after this limit are shown as their source. */
const MATHML_MAX = 160_000

/** The MathML of all formulas of a sanitised body; null if it has none. */
export function madeFormulas(html: string): MadeFormulas | null {
  const made: Record<string, string> = {}
  const work = newWork()
  for (const formula of formulasIn(html)) {
    const key = formulaKey(formula)
    const mathml = Object.hasOwn(made, key) ? null : mathmlOf(formula, work)
    if (mathml !== null) made[key] = mathml
  }
  return Object.keys(made).length === 0 ? null : made
}

/** The work that may still be spent on the formulas of one post. */
const newWork = () => ({
  cells: CELLS_MAX,
  chemistry: CHEMISTRY_IN_POST_MAX,
  characters: MATHML_MAX,
})

/**
 * The MathML of a formula. Null for TeX that cannot be read, that costs too much, or that would
 * leave its place on the page.
 */
export function mathmlOf({ tex, isBlock }: Formula, work = newWork()): string | null {
  work.cells -= tex.match(CELLS)?.length ?? 0
  if (CHEMISTRY.test(tex)) {
    if (tex.length > CHEMISTRY_MAX) return null
    work.chemistry -= tex.length
  }
  if (Math.min(...Object.values(work)) < 0 || REFUSED.test(tex) || isDeep(tex)) return null
  const mathml = rendered(tex, isBlock)
  if (mathml === null || !isInert(mathml)) return null
  work.characters -= mathml.length
  return work.characters < 0 ? null : mathml
}

function rendered(tex: string, displayMode: boolean): string | null {
  try {
    const options = { displayMode, strict: true, trust: false, throwOnError: true, maxExpand: 100 }
    const mathml = temml.renderToString(tex, {
      ...options,
      macros: { ...SPACES },
      maxSize: [LENGTH_MAX, LENGTH_MAX],
    })
    // The library writes attributes that do not exist on these elements.
    return withStyles(mathml)
      .replace(/(<mo linebreak="newline") height="[^"]*"/g, '$1')
      .replaceAll('<munder accent="false"', '<munder')
  } catch {
    return null
  }
}

/** Boxes and labels of diagrams have styles that only an element around them may have. */
function withStyles(mathml: string): string {
  if (!STYLED.test(mathml)) return mathml
  const ends: string[] = []
  return mathml.replace(/<(\/?)([a-z]+)(?=[ >])[^<>]*>/g, (tag, slash: string, name: string) => {
    if (slash) return tag + (ends.pop() ?? '')
    const styles = name === 'mrow' || name === 'mpadded' ? (tag.match(STYLES) ?? []).join('') : ''
    ends.push(styles && '</mstyle>')
    return styles ? `<mstyle${styles}>${tag.replace(STYLES, '')}` : tag
  })
}

const STYLED = /<(?:mrow|mpadded)[^<>]* (?:displaystyle|scriptlevel)=/
const STYLES = / (?:displaystyle|scriptlevel)="[^"]*"/g

const space = (maths: string, text: string) => (context: { mode: string }) =>
  context.mode === 'text' ? `\\kern${text}` : `\\mskip${maths}`
/**
 * Macros for the same spaces as in the library. They need one expansion; those of the library need
 * four, and 12,000 characters of them cost 90 ms.
 */
const SPACES = {
  '\\,': space('3mu', '.1667em'),
  '\\!': space('-3mu', '-.1667em'),
  '\\:': space('4mu', '.2222em'),
  '\\>': space('4mu', '.2222em'),
  '\\;': space('5mu', '.2777em'),
}

/**
 * Definitions multiply the work: 2,000 characters of them took 1.3 s. So do units of chemistry
 * (`\pu`). Labels and references are refused because they would link to other ids of the page.
 */
const REFUSED =
  /\\(?:[egx]?def|q?let|futurelet|global|(?:re|provide)?newcommand|newenvironment|definecolor|DeclareMathOperator|pu|(?:eq)?ref|label)(?![a-zA-Z])/
/**
 * What starts a cell or a row. Cells are long in MathML, and the work for a chemical formula grows
 * with the square of its length.
 */
const CELLS = /[&@]|\\\\/g
const CELLS_MAX = 1_500
const CHEMISTRY = /\\ce(?![a-zA-Z])/
const CHEMISTRY_MAX = 200
const CHEMISTRY_IN_POST_MAX = 3_000
/** Deeper formulas are refused, because they need quadratic time and overflow the stack. */
const DEPTH_MAX = 40

function isDeep(tex: string): boolean {
  let depth = 0
  for (const [token] of tex.matchAll(/\\(?:begin|end|left|right)(?![a-zA-Z])|\\.|[{}]/gs)) {
    if (token === '{' || token === '\\begin' || token === '\\left') depth += 1
    else if (token === '}' || token === '\\end' || token === '\\right') depth -= 1
    if (depth > DEPTH_MAX) return true
  }
  return false
}

/**
 * A second check that does not trust the library: no links and scripts, and nothing that could
 * cover other parts of the page.
 */
function isInert(mathml: string): boolean {
  if (!mathml.startsWith('<math')) return false
  let above = BACK_MAX
  return mathml.split('<').every((part, index) => {
    if (index === 0) return part === ''
    const [, name = '', attributes = ''] = TAG.exec(part) ?? []
    if (!ELEMENTS.has(name) || FOREIGN.test(attributes)) return false
    const lengths = Array.from(attributes.matchAll(LENGTH), ([length]) => Number(length))
    for (const length of lengths) above += Math.min(0, length)
    return above >= 0 && lengths.every((length) => length <= LENGTH_MAX)
  })
}

const TAG = /^\/?([a-z]+)((?: [\w:-]+="[^"]*")*)>/
const ELEMENTS: ReadonlySet<string> = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd span'.split(
    ' ',
  ),
)
const FOREIGN = / (?:on\w*|href|src|id|xlink\w*|data-\w+)[=:]|url\(|position:/i
const LENGTH = /(?<![\d.])-?[\d.]+(?=em|ex|pt|px|cm|mm|in|width)/g
/** The longest length in a formula, and all negative lengths of a formula together, in em. */
const LENGTH_MAX = 40
const BACK_MAX = 20
