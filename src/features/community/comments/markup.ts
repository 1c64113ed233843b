import { addressIn } from '#features/community/comments/addresses.ts'

/**
 * The small Markdown of comments: `**bold**`, `*italic*`, `` `code` ``, code blocks between lines
 * of backticks, quotes and links. Everything else stays text.
 *
 * Comments were plain text before, and most are still written as plain text. So a mark counts only
 * if it cannot be meant as text: `2 * 3 * 4`, `*.ts`, `f**k`, `(*^_^*)` and `>_<` stay as typed.
 *
 * The result is a tree and not HTML, so a comment cannot contain an element that the renderer does
 * not write. The time is linear in the length of the text: a mark without an end is found by one
 * look into a table and not by a search (decision 0028).
 */
export function blocksOf(body: string): Block[] {
  if (body === '') return []
  const lines = body.split('\n')
  if (mayHaveMarks(body)) return blocksIn(lines, true)
  return [{ kind: 'text', lines: lines.map((line) => inlinesOf(line)) }]
}

export type Inline =
  | string
  | { kind: 'strong' | 'em'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Inline[] }

export type Block =
  | { kind: 'text'; lines: Inline[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }

/** Whether the text contains a character that can begin a mark. */
export function mayHaveMarks(body: string): boolean {
  return MARK.test(body)
}

const MARK = /[*`[]|^ {0,3}>/m

const FENCE = /^ {0,3}(`{3,}) ?([\w+#.-]{0,30})$/
const QUOTED = /^ {0,3}>(?: (.*))?$/

function blocksIn(lines: string[], mayQuote: boolean): Block[] {
  const blocks: Block[] = []
  const lastFences = lastFencesIn(lines)
  let text: string[] = []
  const endText = () => {
    const shown = withoutOuterBlanks(text)
    if (shown.length > 0) blocks.push({ kind: 'text', lines: shown.map((line) => inlinesOf(line)) })
    text = []
  }
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] ?? ''
    const [, fence, language = ''] = FENCE.exec(line.trimEnd()) ?? []
    if (fence !== undefined && (lastFences.get(fence) ?? 0) > n) {
      endText()
      const end = nextLine(lines, n, (other) => isFence(other, fence))
      blocks.push({ kind: 'code', language, text: lines.slice(n + 1, end).join('\n') })
      n = end
    } else if (mayQuote && QUOTED.test(line)) {
      const quoted = lines.slice(
        n,
        nextLine(lines, n, (other) => !QUOTED.test(other)),
      )
      const inner = blocksIn(
        quoted.map((one) => QUOTED.exec(one)?.[1] ?? ''),
        false,
      )
      if (inner.length === 0) text.push(...quoted)
      else {
        endText()
        blocks.push({ kind: 'quote', blocks: inner })
      }
      n += quoted.length - 1
    } else text.push(line)
  }
  endText()
  return blocks
}

/** The next line after `n` with this property; the number of lines if there is none. */
function nextLine(lines: string[], n: number, has: (line: string) => boolean): number {
  let next = n + 1
  while (next < lines.length && !has(lines[next] ?? '')) next++
  return next
}

/** The last line that can end a code block, for each number of backticks. */
function lastFencesIn(lines: string[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const [n, line] of lines.entries()) {
    const [, fence, language] = FENCE.exec(line.trimEnd()) ?? []
    if (fence !== undefined && language === '') last.set(fence, n)
  }
  return last
}

function isFence(line: string, fence: string): boolean {
  const [, other, language] = FENCE.exec(line.trimEnd()) ?? []
  return other === fence && language === ''
}

function withoutOuterBlanks(lines: string[]): string[] {
  const isText = (line: string) => line.trim() !== ''
  const first = lines.findIndex(isText)
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1)
}

/**
 * The tokens of a line: backticks, stars, a link with a label, or a URL, which Chinese punctuation
 * ends without a space. A label has no brackets
 * and an address no spaces and no square brackets, so a search for their ends stops at the next
 * beginning of a link.
 */
const TOKEN =
  /`+|\*+|\[([^[\]]{1,300})\]\(((?:https:\/)?\/[^\s()[\]<>"`]*(?:\([^\s()[\]<>"`]*\)[^\s()[\]<>"`]*)?)\)|\bhttps?:\/\/[^\s<>"'`，。！？；：、（）【】《》「」“”‘’]+/gi

/** Most lines have no token, and need no search for one. */
const TOKEN_BEGINNING = /[`*[]|https?:/i

/** A run of stars of which the end has not been found yet. */
interface Stars {
  kind: 'stars'
  count: number
  /** The position of the first character of the text between the stars. */
  from: number
  isBesideHan: boolean
}

/** The parts of one line. */
export function inlinesOf(line: string, mayLink = true): Inline[] {
  if (!TOKEN_BEGINNING.test(line)) return line === '' ? [] : [line]
  const parts: (Inline | Stars)[] = []
  /** The place in `parts` of the last open run of one, two and three stars. */
  const open = new Map<number, number>()
  const lastBackticks = new Map(
    Array.from(line.matchAll(/`+/g), (found) => [found[0].length, found.index]),
  )
  let end = 0
  const addText = (upTo: number) => {
    if (upTo > end) parts.push(line.slice(end, upTo))
  }
  for (let at = 0; ; ) {
    // The call for a label uses the same regular expression, so its position is set each time.
    TOKEN.lastIndex = at
    const found = TOKEN.exec(line)
    if (found === null) break
    const { index } = found
    const [token, label, address] = found
    at = index + token.length
    if (token.startsWith('`')) {
      if ((lastBackticks.get(token.length) ?? 0) <= index) continue
      const close = endOfCode(line, at, token.length)
      addText(index)
      parts.push({ kind: 'code', text: withoutPadding(line.slice(at, close)) })
      at = close + token.length
    } else if (token.startsWith('*')) {
      const stars = starsAt(line, index, token.length)
      const opener = stars.canClose ? openerFor(stars, open, parts, line, index) : undefined
      if (opener === undefined && !stars.canOpen) continue
      addText(index)
      if (opener === undefined) {
        open.set(token.length, parts.length)
        const { isBesideHan } = stars
        parts.push({ kind: 'stars', count: token.length, from: at, isBesideHan })
      } else {
        const content = parts.splice(opener).slice(1)
        parts.push(emphasis(token.length, settled(content)))
        for (const [count, place] of open) if (place >= opener) open.delete(count)
      }
    } else if (label !== undefined && address !== undefined) {
      // A label that looks like an address could hide the real one.
      const isHonest = label.trim() !== '' && !/:\/\/|www\./i.test(label)
      const href = mayLink && isHonest ? hrefOf(address) : null
      if (href === null) {
        at = index + 1
        continue
      }
      addText(index)
      parts.push({ kind: 'link', href, content: inlinesOf(label, false) })
    } else {
      const link = mayLink ? addressIn(token) : null
      if (link === null) continue
      addText(index)
      parts.push({ kind: 'link', href: link.href, content: [link.text] })
      at = index + link.text.length
    }
    end = at
  }
  addText(line.length)
  return settled(parts)
}

/** The next run of exactly `count` backticks. The caller has checked that there is one. */
function endOfCode(line: string, from: number, count: number): number {
  const run = /`+/g
  run.lastIndex = from
  let found = run.exec(line)
  while (found !== null && found[0].length !== count) found = run.exec(line)
  return found?.index ?? line.length
}

/** One space on both sides is for code that begins or ends with a backtick. */
function withoutPadding(code: string): string {
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return isPadded ? code.slice(1, -1) : code
}

/** The address of a link with a label: a page of this site or an https page of another site. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address, ANY_SITE)) return null
  const url = new URL(address, ANY_SITE)
  if (!address.startsWith('/')) return url.href
  return url.origin === ANY_SITE ? url.pathname + url.search + url.hash : null
}

const ANY_SITE = 'https://site.invalid'

const HAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u301f\uff00-\uffef]/u
const LETTER = /[\p{L}\p{N}]/u
/** The first character of an emphasised text: no dot or caret, as in `*.ts` and `(*^_^*)`. */
const BEGINNING = /[\p{L}\p{N}\p{Ps}\p{Pi}"@#$`]/u
/** Bold text may also begin with a sign or an emoji. */
const BOLD_BEGINNING = /[\p{L}\p{N}\p{Ps}\p{Pi}\p{So}"@#$`+<-]/u
const ENDING = /[\p{L}\p{N}\p{P}\p{So}`$+]/u
/** Marks of Japanese that occur in emoticons such as (*ﾟ∀ﾟ*). */
const HALF_MARK = /[\uff9e\uff9f]/

/** Whether a run of stars can begin and can end an emphasis, by the characters around it. */
function starsAt(line: string, index: number, count: number) {
  const [before, after] = [characterBefore(line, index), characterAt(line, index + count)]
  const isWord = (character: string) => LETTER.test(character) && !HAN.test(character)
  const isOutside = (character: string) => !isWord(character) && !/[/\\]/.test(character)
  const isUsual = count <= 3
  return {
    count,
    isBesideHan: HAN.test(before) && LETTER.test(before),
    isBeforeHan: HAN.test(after) && LETTER.test(after),
    canOpen:
      isUsual &&
      isOutside(before) &&
      (count === 1 ? BEGINNING : BOLD_BEGINNING).test(after) &&
      !HALF_MARK.test(after),
    canClose: isUsual && isOutside(after) && ENDING.test(before),
  }
}

/** The place of the stars that these stars end; undefined if there are none. */
function openerFor(
  { count, isBeforeHan }: { count: number; isBeforeHan: boolean },
  open: ReadonlyMap<number, number>,
  parts: readonly (Inline | Stars)[],
  line: string,
  index: number,
): number | undefined {
  const place = open.get(count)
  const stars = place === undefined ? undefined : parts[place]
  if (typeof stars !== 'object' || stars.kind !== 'stars') return undefined
  // Chinese texts use a single star in place of a character: only two or more letters between two
  // stars are an emphasis.
  const isInHan = count === 1 && (stars.isBesideHan || isBeforeHan)
  return isInHan && !/^[\p{L}\p{N}]{2,}$/u.test(line.slice(stars.from, index)) ? undefined : place
}

function characterBefore(line: string, index: number): string {
  return /[\s\S]$/u.exec(line.slice(Math.max(0, index - 2), index))?.[0] ?? ''
}

function characterAt(line: string, index: number): string {
  const code = line.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function emphasis(count: number, content: Inline[]): Inline {
  if (count === 3) return { kind: 'strong', content: [{ kind: 'em', content }] }
  return { kind: count === 2 ? 'strong' : 'em', content }
}

/** Stars without an end become text, and adjacent texts are joined. */
function settled(parts: readonly (Inline | Stars)[]): Inline[] {
  const joined: Inline[] = []
  let text: string[] = []
  const endText = () => {
    if (text.length > 0) joined.push(text.join(''))
    text = []
  }
  for (const part of parts) {
    if (typeof part === 'string') text.push(part)
    else if (part.kind === 'stars') text.push('*'.repeat(part.count))
    else {
      endText()
      joined.push(part)
    }
  }
  endText()
  return joined
}
