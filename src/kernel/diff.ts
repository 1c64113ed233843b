import { diffArrays } from 'diff'

/** A piece of a text that stayed, came or went. */
export interface Change {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * What changed between two texts, word by word and, in scripts without spaces, character by character. Lines first, then
 * words within the lines that differ: what it costs is bounded, and where texts have little in common it says so plainly.
 */
export function diffWords(before: string, after: string): Change[] {
  const changes: Change[] = []
  const lines = compare(linesIn(before), linesIn(after), LINES_MAX)
  let left = WORDS_IN_ALL_MAX
  for (let n = 0; n < lines.length; n++) {
    const [here, next] = [lines[n], lines[n + 1]]
    if (here?.kind === 'removed' && next?.kind === 'added') {
      const [gone, come] = [wordsIn(here.text), wordsIn(next.text)]
      const most = Math.min(WORDS_MAX, left, gone.length + come.length)
      left -= most
      changes.push(...readably(compare(gone, come, most)))
      n++
    } else if (here) changes.push(here)
  }
  return joined(changes)
}

/** Texts with more differences than this are not compared any further: one is removed, the other added. */
const LINES_MAX = 1_000
const WORDS_MAX = 600
/** The same for all differing lines together. */
const WORDS_IN_ALL_MAX = 60_000

function linesIn(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+|\\s+|[^]`, 'gu')

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? []
}

/** Removed pieces always stand before added ones. */
function compare(before: string[], after: string[], most: number): Change[] {
  const found = diffArrays(before, after, { maxEditLength: most })
  if (found === undefined) return commonEndsOf(before, after)
  return joined(
    found.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })),
  )
}

/** For texts too far apart to compare: how they begin and end alike, and between that one went and the other came. */
function commonEndsOf(before: string[], after: string[]): Change[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return joined([
    { kind: 'same', text: before.slice(0, head).join('') },
    { kind: 'removed', text: before.slice(head, before.length - tail).join('') },
    { kind: 'added', text: after.slice(head, after.length - tail).join('') },
    { kind: 'same', text: before.slice(before.length - tail).join('') },
  ])
}

/** A lone comma that two sentences share is no common ground: a reader wants to see the sentences. */
function readably(changes: Change[]): Change[] {
  return joined(
    changes.flatMap((change, n): Change[] => {
      const isIsland = n > 0 && n < changes.length - 1 && [...change.text.trim()].length <= 2
      if (change.kind !== 'same' || !isIsland) return [change]
      return [
        { kind: 'removed', text: change.text },
        { kind: 'added', text: change.text },
      ]
    }),
  )
}

/** Neighbours of one kind are one; between what stayed, all that went stands before all that came. */
function joined(changes: Change[]): Change[] {
  const result: Change[] = []
  let [gone, come] = ['', '']
  const settle = () => {
    if (gone) result.push({ kind: 'removed', text: gone })
    if (come) result.push({ kind: 'added', text: come })
    gone = ''
    come = ''
  }
  for (const { kind, text } of changes) {
    if (text === '') continue
    if (kind === 'removed') gone += text
    else if (kind === 'added') come += text
    else {
      settle()
      const last = result.at(-1)
      if (last?.kind === 'same') last.text += text
      else result.push({ kind, text })
    }
  }
  settle()
  return result
}
