/** Where the code ends that begins here: a fenced block or a span in a line. Null if the mark begins no code. */
export function endOfCode(source: string, from: number, fence: string): number | null {
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
