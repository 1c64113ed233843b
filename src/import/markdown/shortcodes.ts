import { type Loss, Losses } from '#import/item.ts'
import { PAIRED, type Tag, tagOf, VERBATIM, written } from '#import/markdown/shortcode-texts.ts'

/**
 * Replaces Liquid tags (Jekyll, Hexo, dev.to), Hugo shortcodes and Obsidian links by Markdown, or removes and counts them. Code stays
 * as written.
 */
export function withoutShortcodes(source: string): { text: string; losses: Loss[] } {
  const losses = new Losses()
  const withoutEnd = new Set<string>()
  let text = ''
  let at = 0
  MARK.lastIndex = 0
  for (let mark = MARK.exec(source); mark !== null; mark = MARK.exec(source)) {
    const { index, 0: found } = mark
    text += source.slice(at, index)
    at = index
    const code = endOfCode(source, index, found)
    const tag = code === null ? tagOf(source, index) : null
    if (code !== null) {
      text += withoutRaw(source.slice(index, code))
      at = code
    } else if (tag !== null) {
      const content = VERBATIM[tag.name] && !withoutEnd.has(tag.name) ? contentOf(source, tag) : null
      if (content === null && VERBATIM[tag.name]) withoutEnd.add(tag.name)
      text += content === null ? placed(source, tag, losses) : (VERBATIM[tag.name]?.(content.text, tag) ?? '')
      at = content?.end ?? tag.end
    } else {
      text += found
      at = index + found.length
    }
    MARK.lastIndex = at
  }
  return { text: text + source.slice(at), losses: losses.list() }
}

const MARK = /`+|~{3,}|\{\{|\{%|!?\[\[|\{(?:: |[:.#])/g
const END = /\{%-?\s*end(\w{1,40})\s*-?%\}|\{\{[<%]\s*\/\s*([\w-]{1,40})\s*[>%]\}\}/g

/** The text up to the end tag. */
function contentOf(source: string, { name, end }: Tag): { text: string; end: number } | null {
  END.lastIndex = end
  for (let closing = END.exec(source); closing !== null; closing = END.exec(source)) {
    if ((closing[1] ?? closing[2]) !== name) continue
    return { text: source.slice(end, closing.index), end: closing.index + closing[0].length }
  }
  return null
}

/** A tag that has its line for itself becomes a paragraph. */
function placed(source: string, tag: Tag, losses: Losses): string {
  const { text, loss } = written(tag)
  if (loss) losses.add(loss.kind, loss.detail)
  const isAlone =
    /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, tag.start - 20), tag.start)) &&
    /^[ \t]*(?:\n|$)/.test(source.slice(tag.end, tag.end + 20))
  return text !== '' && (isAlone || PAIRED.has(tag.name)) ? `\n\n${text}\n\n` : text
}

/** In code, these tags only prevent that Liquid reads it. */
function withoutRaw(code: string): string {
  return code.replace(/\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/g, '')
}

/** Where the code ends that begins here: a fenced block or a span in a line. Null if the mark begins no code. */
function endOfCode(source: string, from: number, fence: string): number | null {
  if (!/^[`~]/.test(fence)) return null
  const isBlock = fence.length >= 3 && /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, from - 100), from))
  return isBlock ? endOfBlock(source, from, fence) : endOfSpan(source, from + fence.length, fence)
}

/** A block without an end lasts until the end of the text. */
function endOfBlock(source: string, from: number, fence: string): number {
  let line = source.indexOf('\n', from) + 1
  // Backticks after the fence make it a span: ```` ```a``` ````.
  if (
    fence.startsWith('`') &&
    source
      .slice(from, line || source.length)
      .trim()
      .slice(fence.length)
      .includes('`')
  ) {
    return endOfSpan(source, from + fence.length, fence) ?? line
  }
  while (line > 0) {
    const next = source.indexOf('\n', line)
    const end = next === -1 ? source.length : next
    const text = source.slice(line, Math.min(end, line + 200)).trim()
    if (text.startsWith(fence) && text === (fence[0] ?? '').repeat(text.length)) return end
    if (next === -1) break
    line = next + 1
  }
  return source.length
}

/** Looking farther would make many different marks slow. */
const SPAN_MAX = 2_000

function endOfSpan(source: string, from: number, mark: string): number | null {
  if (mark.startsWith('~')) return null
  const near = source.slice(from, from + SPAN_MAX)
  for (const { 0: run, index } of near.matchAll(/`+/g)) if (run === mark) return from + index + run.length
  return null
}
