import { type HighlightedCode, Highlighter } from '#client/code/highlighter.ts'
import { CODE_FRAME } from '#kernel/html/hooks.ts'

/** Longer code would take too long to render and to highlight. */
const LONGEST = 60_000
const PAGE_MS = 4_000

const seen = new WeakSet<Element>()

/**
 * Highlights the blocks that are new on the page, one at a time. kernel/html/readable.ts marks the
 * language of each block.
 */
export async function highlight(): Promise<void> {
  const highlighter = new Highlighter(PAGE_MS)
  for (const frame of document.querySelectorAll(`[${CODE_FRAME.language}]`)) {
    const code = frame.querySelector('code')
    const source = code?.textContent ?? ''
    if (!code || seen.has(code) || source.length > LONGEST) continue
    seen.add(code)
    const highlighted = await highlighter.highlight({
      language: frame.getAttribute(CODE_FRAME.language) ?? '',
      source,
    })
    if (highlighted) code.replaceChildren(...highlighted.map(asNode))
  }
  highlighter.close()
}

function asNode(part: HighlightedCode[number]): Node {
  if (part.type !== 'element')
    return document.createTextNode(part.type === 'text' ? part.value : '')
  const span = document.createElement('span')
  const classes = part.properties.className
  if (Array.isArray(classes)) span.className = classes.join(' ')
  span.append(...part.children.map(asNode))
  return span
}
