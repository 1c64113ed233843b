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
  const lines = compare(linesIn(before), linesIn(after), LINES_MOST)
  for (let n = 0; n < lines.length; n++) {
    const [here, next] = [lines[n], lines[n + 1]]
    if (here?.kind === 'removed' && next?.kind === 'added') {
      changes.push(...readably(compare(wordsIn(here.text), wordsIn(next.text), WORDS_MOST)))
      n++
    } else if (here) changes.push(here)
  }
  return joined(changes)
}

/** Beyond so many differences two texts are not compared any further: one went, the other came. */
const LINES_MOST = 1_000
const WORDS_MOST = 600

function linesIn(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+|\\s+|[^]`, 'gu')

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? []
}

/** Always what went before what came. */
function compare(before: string[], after: string[], most: number): Change[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  return joined([
    { kind: 'same', text: before.slice(0, head).join('') },
    ...(walk(gone, come, most) ?? replaced(gone, come)),
    { kind: 'same', text: before.slice(before.length - tail).join('') },
  ])
}

function replaced(gone: string[], come: string[]): Change[] {
  return [
    { kind: 'removed', text: gone.join('') },
    { kind: 'added', text: come.join('') },
  ]
}

/** Myers' greedy walk: the fewest steps from one sequence to the other. Null if there are more than `most`. */
function walk(gone: string[], come: string[], most: number): Change[] | null {
  const size = Math.min(gone.length + come.length, most)
  const reach = new Int32Array(2 * size + 3)
  const trail: Int32Array[] = []
  for (let steps = 0; steps <= size; steps++) {
    trail.push(reach.slice())
    for (let k = -steps; k <= steps; k += 2) {
      const [left, right] = [reach[size + k] ?? 0, reach[size + k + 2] ?? 0]
      let x = k === -steps || (k !== steps && left < right) ? right : left + 1
      while (x < gone.length && x - k < come.length && x - k >= 0 && gone[x] === come[x - k]) x++
      reach[size + k + 1] = x
      if (x >= gone.length && x - k >= come.length) return backwards(gone, come, trail, size)
    }
  }
  return null
}

function backwards(gone: string[], come: string[], trail: Int32Array[], size: number): Change[] {
  const changes: Change[] = []
  let [x, y] = [gone.length, come.length]
  for (let steps = trail.length - 1; steps >= 0; steps--) {
    const reach = trail[steps] ?? new Int32Array()
    const k = x - y
    const [left, right] = [reach[size + k] ?? 0, reach[size + k + 2] ?? 0]
    const isAdded = k === -steps || (k !== steps && left < right)
    const fromX = steps === 0 ? 0 : isAdded ? right : left
    const fromY = steps === 0 ? 0 : isAdded ? right - (k + 1) : left - (k - 1)
    while (x > fromX && y > fromY) {
      changes.push({ kind: 'same', text: gone[--x] ?? '' })
      y--
    }
    if (steps === 0) break
    if (isAdded) changes.push({ kind: 'added', text: come[--y] ?? '' })
    else changes.push({ kind: 'removed', text: gone[--x] ?? '' })
  }
  return changes.reverse()
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
