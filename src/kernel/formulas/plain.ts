/**
 * A formula as text that a person can read, for mails and other places without mathematics:
 * `\frac{a+b}{2} \le x^2` becomes `(a+b)/2 ≤ x²`. Unknown commands keep their names. TeX that nests
 * deeper than `DEPTH_MAX` stays as it is.
 */
export function readableTex(tex: string): string {
  const tokens = tex.match(TOKEN) ?? []
  const reader = { tokens, at: 0, depth: 0 }
  const text = group(reader)
  if (reader.depth > DEPTH_MAX) return tex
  return text.replace(/\s+/g, ' ').trim() || tex
}

const TOKEN = /\\[a-zA-Z]+\*?|\\[^a-zA-Z]|\s+|[^\s\\]/gu
const DEPTH_MAX = 30

interface Reader {
  tokens: string[]
  at: number
  /** The greatest depth so far. Above `DEPTH_MAX`, nothing more is read. */
  depth: number
}

/** The text up to the end of the group. The reader is behind its opening bracket. */
function group(reader: Reader, depth = 0): string {
  const parts: string[] = []
  while (reader.at < reader.tokens.length && reader.depth <= DEPTH_MAX) {
    if (reader.tokens[reader.at] === '}') {
      reader.at++
      break
    }
    parts.push(part(reader, depth))
  }
  return parts.join('')
}

/** The next part: a character, a group, or a command with its arguments. */
function part(reader: Reader, depth: number): string {
  reader.depth = Math.max(reader.depth, depth)
  if (depth > DEPTH_MAX) return ''
  const token = reader.tokens[reader.at++] ?? ''
  const argument = () => {
    while (/^\s/.test(reader.tokens[reader.at] ?? '')) reader.at++
    return part(reader, depth + 1).trim()
  }
  if (token === '{') return group(reader, depth + 1)
  if (token === '^') return raised(argument(), SUPERSCRIPTS, '^')
  if (token === '_') return raised(argument(), SUBSCRIPTS, '_')
  if (token === '&' || token === '~') return ' '
  if (!token.startsWith('\\')) return token
  const name = token.slice(1)
  if (/^[dtc]?frac$/.test(name)) return `${inBrackets(argument())}/${inBrackets(argument())}`
  if (/^[dt]?binom$/.test(name)) return `C(${argument()}, ${argument()})`
  if (name === 'sqrt') return root(reader, argument)
  if (name === 'begin' || name === 'end') {
    argument()
    return ' '
  }
  if (STYLES.has(name)) return argument()
  if (SILENT.has(name)) return ''
  if (name === '\\') return '; '
  if (/^[a-zA-Z]/.test(name)) return SYMBOLS.get(name) ?? ` ${name} `
  return '{}$%&#_|'.includes(name) ? name : ' '
}

function root(reader: Reader, argument: () => string): string {
  let degree = ''
  if (reader.tokens[reader.at] === '[') {
    const end = reader.tokens.indexOf(']', reader.at)
    if (end !== -1) {
      degree = reader.tokens.slice(reader.at + 1, end).join('')
      reader.at = end + 1
    }
  }
  return `${raised(degree, SUPERSCRIPTS, '')}√${inBrackets(argument())}`
}

/** A fraction of more than one name or number needs brackets in a line. */
function inBrackets(text: string): string {
  return /^(?:[\p{L}\p{N}.]*|.)$/u.test(text) ? text : `(${text})`
}

function raised(text: string, marks: ReadonlyMap<string, string>, sign: string): string {
  const all = [...text].map((character) => marks.get(character))
  return all.every((mark) => mark !== undefined) ? all.join('') : sign + inBrackets(text)
}

const pairs = (from: string, to: string) =>
  new Map([...from].map((character, index) => [character, [...to][index] ?? '']))
const SUPERSCRIPTS = pairs('0123456789+-=()nixT′', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣᵀ′')
const SUBSCRIPTS = pairs('0123456789+-=()aeijknx', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₙₓ')

/** Commands that only change the look of their argument. */
const STYLES: ReadonlySet<string> = new Set(
  'text textbf textit mathrm mathbf mathit mathbb mathcal mathfrak mathsf operatorname operatorname* boldsymbol hat bar vec tilde overline underline boxed'.split(
    ' ',
  ),
)
const SILENT: ReadonlySet<string> = new Set(
  'left right big Big bigg Bigg bigl bigr displaystyle textstyle limits nolimits nonumber'.split(
    ' ',
  ),
)

const NAMES =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ ' +
  'sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ' +
  'sum ∑ prod ∏ int ∫ oint ∮ partial ∂ nabla ∇ infty ∞ cdot · times × div ÷ pm ± mp ∓ ast ∗ circ ∘ oplus ⊕ otimes ⊗ ' +
  'prime ′ hbar ℏ ell ℓ emptyset ∅ angle ∠ ldots … cdots ⋯ dots … langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉'
/** Signs between two sides have spaces around them. */
const RELATIONS =
  'le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ propto ∝ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ to → ' +
  'rightarrow → leftarrow ← Rightarrow ⇒ Leftrightarrow ⇔ iff ⇔ implies ⇒ mapsto ↦ forall ∀ exists ∃ land ∧ lor ∨ mid | ll ≪ gg ≫'

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...namedSigns(NAMES, ''),
  ...namedSigns(RELATIONS, ' '),
])

/** Pairs of a name and its sign from `alpha α beta β`. */
function namedSigns(words: string, space: string): [string, string][] {
  const all = words.split(' ')
  return all.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, space + all[index + 1] + space]] : [],
  )
}
