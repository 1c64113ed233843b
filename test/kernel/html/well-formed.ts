/** The first error in HTML that should be sanitised, or null. Shares no code with the sanitiser. */
export function flawIn(html: string): string | null {
  const stack: string[] = []
  for (const piece of html.match(/<[^>]*>|[^<]+|</g) ?? []) {
    const flaw = piece.startsWith('</')
      ? flawInEnd(piece, stack)
      : piece.startsWith('<')
        ? flawInStart(piece, stack)
        : flawInText(piece, stack)
    if (flaw !== null) return `${flaw} in ${html.slice(0, 2_000)}`
  }
  return stack.length === 0 ? null : `${stack.join('>')} left open in ${html.slice(0, 2_000)}`
}

const INLINE = words('strong b em i s del u sub sup mark kbd code a br img')
const LINES = words('p h1 h2 h3 h4 h5 h6 pre summary figcaption caption')
const BLOCKS = words(
  'p h1 h2 h3 h4 h5 h6 pre summary figcaption div blockquote figure details ul ol table hr',
)
const VOID = words('br img hr')

/** Elements that are allowed in certain parents only; all others may be anywhere in a block. */
const PARENTS: Record<string, Set<string>> = {
  li: words('ul ol'),
  caption: words('table'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('thead tbody tfoot'),
  td: words('tr'),
  th: words('tr'),
  summary: words('details'),
  figcaption: words('figure'),
}
const NO_TEXT = words('ul ol table thead tbody tfoot tr')

const ATTRIBUTES: Record<string, RegExp> = {
  'a href': /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i,
  'a title': /^/,
  'a rel': /^nofollow ugc noopener$/,
  'img src': /^(https?:\/\/|\/images\/\w[\w.-]*$)/i,
  'img alt': /^/,
  'img title': /^/,
  'img width': /^\d+$/,
  'img height': /^\d+$/,
  'img loading': /^lazy$/,
  'code class': /^[\w.+# -]+$/,
  'pre class': /^[\w.+# -]+$/,
  'ul data-type': /^taskList$/,
  'li data-type': /^taskItem$/,
  'li data-checked': /^(true|false)$/,
  'ol start': /^-?\d+$/,
  'td colspan': /^\d+$/,
  'td rowspan': /^\d+$/,
  'th colspan': /^\d+$/,
  'th rowspan': /^\d+$/,
  'th scope': /^(row|col|rowgroup|colgroup)$/,
}

function flawInStart(piece: string, stack: string[]): string | null {
  const [, name = '', attributes = ''] =
    /^<([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>$/.exec(piece) ?? []
  if (name === '') return `malformed tag ${piece}`
  for (const [, key = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    if (!ATTRIBUTES[`${name} ${key}`]?.test(value)) return `attribute ${name} ${key}="${value}"`
    if (/&(?!amp;|lt;|gt;|quot;)/.test(value)) return `bare ampersand in ${value}`
  }
  const parent = stack.at(-1)
  const places = PARENTS[name]
  if (places !== undefined) {
    if (!places.has(parent ?? '')) return `${name} in ${parent}`
  } else if (!INLINE.has(name) && !BLOCKS.has(name)) return `element ${name}`
  else if (parent !== undefined && NO_TEXT.has(parent)) return `${name} in ${parent}`
  else if (
    BLOCKS.has(name) &&
    stack.some((open) => open === 'p' || (INLINE.has(open) && !stack.includes('table')))
  )
    return `${name} in a line`
  if (BLOCKS.has(name) && parent !== undefined && (LINES.has(parent) || INLINE.has(parent)))
    return `${name} in ${parent}`
  const withinLine = stack.slice(stack.findLastIndex((open) => !INLINE.has(open)) + 1)
  if (withinLine.includes(name)) return `${name} in ${name}`
  if (stack.length >= 100) return 'deeper than 100'
  if (!VOID.has(name)) stack.push(name)
  return null
}

function flawInEnd(piece: string, stack: string[]): string | null {
  const open = stack.pop()
  return piece === `</${open}>` ? null : `${piece} closes ${open}`
}

function flawInText(piece: string, stack: string[]): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(piece)) return 'control character'
  if (piece.includes('>')) return 'bare >'
  if (/&(?!amp;|lt;|gt;)/.test(piece)) return 'bare ampersand'
  return NO_TEXT.has(stack.at(-1) ?? '') ? `text in ${stack.at(-1)}` : null
}

function words(list: string): Set<string> {
  return new Set(list.split(' '))
}
