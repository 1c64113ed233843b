import { formsOf } from '#features/publishing/search/fts/newest-matches.ts'
import { matchesPrefix, piecesOf, type Term } from '#kernel/search/tokens.ts'

/**
 * A part of a text that was split at its matches. It is text and not markup, so views must escape
 * it.
 */
export interface Segment {
  text: string
  isMatch: boolean
}

/** Characters of a snippet. */
const SNIPPET_LENGTH = 160
/** Characters of a snippet before the first match. */
const BEFORE_MATCH = 40

/** The whole text, split at its matches. */
export function highlight(text: string, terms: readonly Term[]): Segment[] {
  return segmentsOf(text, 0, text.length, rangesOf(text, terms))
}

/** The part of a text around its first match, or its beginning if there is no match. */
export function snippetOf(text: string, terms: readonly Term[]): Segment[] {
  const line = text.replace(/\s+/g, ' ').trim()
  const ranges = rangesOf(line, terms, SNIPPET_LENGTH)
  const start = ranges[0] === undefined ? 0 : snippetStart(line, ranges[0].start)
  const end = snippetEnd(line, start + SNIPPET_LENGTH)
  const segments = segmentsOf(line, start, end, ranges)
  if (start > 0) segments.unshift({ text: '…', isMatch: false })
  if (end < line.length) segments.push({ text: '…', isMatch: false })
  return segments
}

interface Range {
  start: number
  end: number
}

/** The positions of the matches that start at most `reach` characters after the first one. */
function rangesOf(text: string, terms: readonly Term[], reach = text.length): Range[] {
  const found: Range[] = []
  const forms = new Map(terms.filter(matchesPrefix).map((term) => [term, formsOf(term.folded)]))
  for (const { kind, folded, start, end } of piecesOf(text)) {
    if (found[0] && start > found[0].start + reach) break
    for (const term of terms) {
      if (term.kind !== kind) continue
      if (kind === 'run')
        for (const range of occurrencesOf(term.folded, text.slice(start, end), start))
          found.push(range)
      else if (
        folded === term.folded ||
        (matchesPrefix(term) &&
          (folded.startsWith(term.folded) || forms.get(term)?.includes(folded)))
      )
        found.push({ start, end })
    }
  }
  return merged(found)
}

/**
 * Every position of the wanted characters in a run of text without spaces. Positions may overlap.
 */
function* occurrencesOf(wanted: string, run: string, offset: number): Generator<Range> {
  // If normalising changes the length of a run, the positions are unknown. The match is then found
  // but not highlighted.
  const folded = run.normalize('NFKC')
  if (folded.length !== run.length) return
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    yield { start: offset + at, end: offset + at + wanted.length }
  }
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

function segmentsOf(text: string, start: number, end: number, ranges: Range[]): Segment[] {
  const segments: Segment[] = []
  let at = start
  for (const range of ranges) {
    if (range.start < at || range.start >= end) continue
    const matchEnd = Math.min(range.end, end)
    segments.push({ text: text.slice(at, range.start), isMatch: false })
    segments.push({ text: text.slice(range.start, matchEnd), isMatch: true })
    at = matchEnd
  }
  segments.push({ text: text.slice(at, end), isMatch: false })
  return segments.filter((segment) => segment.text !== '')
}

/** A position before the match, at a space if possible, so that words are not cut. */
function snippetStart(text: string, match: number): number {
  if (match <= BEFORE_MATCH) return 0
  const from = wholeCharacter(text, match - BEFORE_MATCH)
  const space = text.slice(from, match).indexOf(' ')
  return space >= 0 && space < BEFORE_MATCH / 2 ? from + space + 1 : from
}

/** A position after the wanted length, at a space if possible. */
function snippetEnd(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length
  const to = wholeCharacter(text, wanted)
  const space = text.slice(to - BEFORE_MATCH / 2, to).lastIndexOf(' ')
  return space > 0 ? to - BEFORE_MATCH / 2 + space : to
}

/** A position that does not split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  return /[\udc00-\udfff]/.test(text[index] ?? '') ? index - 1 : index
}
