import { diffArrays } from 'diff'

/** A piece of text that was kept, added or removed. */
export interface Change {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * The difference of two texts, by words, or by characters in scripts without spaces. Compares lines
 * first, and then words within the lines that differ, so that the cost is bounded. Texts with
 * little in common are shown as one removed and one added text.
 */
export function diffWords(before: string, after: string): Change[] {
  const changes: Change[] = []
  const lines = compare(linesIn(before), linesIn(after), LINES_MAX)
  let left = WORDS_IN_ALL_MAX
  for (let n = 0; n < lines.length; n++) {
    const [here, next] = [lines[n], lines[n + 1]]
    if (here?.kind === 'removed' && next?.kind === 'added') {
      const [removed, added] = [wordsIn(here.text), wordsIn(next.text)]
      const most = Math.min(WORDS_MAX, left, removed.length + added.length)
      left -= most
      changes.push(...readably(compare(removed, added, most)))
      n++
    } else if (here) changes.push(here)
  }
  return joined(changes)
}

/**
 * With more differences than this, the texts are not compared further: one is shown as removed, the
 * other as added.
 */
const LINES_MAX = 400
const WORDS_MAX = 300
/** The same limit for all differing lines together. */
const WORDS_IN_ALL_MAX = 15_000

function linesIn(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+|\\s+|[^]`, 'gu')

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? []
}

/** Removed pieces always come before added ones. */
function compare(before: string[], after: string[], most: number): Change[] {
  const found = diffArrays(before, after, { maxEditLength: most })
  if (found === undefined) return commonEndsOf(before, after)
  return joined(
    found.map(({ added, removed, value }) => ({
      kind: kindOf(added, removed),
      text: value.join(''),
    })),
  )
}

function kindOf(isAdded: boolean, isRemoved: boolean): Change['kind'] {
  if (isAdded) return 'added'
  return isRemoved ? 'removed' : 'same'
}

/**
 * For texts that are too different to compare: keep the common prefix and suffix, and replace the
 * rest.
 */
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

/**
 * Turns a very short common piece between two changes into a change. A single comma that two
 * sentences share does not help the reader: whole sentences are easier to read.
 */
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

/**
 * Merges neighbours of one kind. Between two kept pieces, everything removed comes before
 * everything added.
 */
function joined(changes: Change[]): Change[] {
  const result: Change[] = []
  let [removed, added] = ['', '']
  const settle = () => {
    if (removed) result.push({ kind: 'removed', text: removed })
    if (added) result.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const { kind, text } of changes) {
    if (text === '') continue
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
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
