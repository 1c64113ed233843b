/** The width of code and comments. Biome wraps code; this check is for comments. */
export const WIDTH_MAX = 100

/** The characters of a line on the screen. */
export const widthOf = (line: string) => [...line].length

/** A comment on a line of its own, or the last part of a line of code. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|\{\/\*)|\s\/\/ [^'"`]*$/

/** The reason of a suppression must be on the line of the suppression. */
const SUPPRESSION = /biome-ignore|@ts-expect-error|\/\/ @vitest/

/** The numbers of the lines with a comment that is wider than `WIDTH_MAX`. */
export function wideComments(text: string): number[] {
  return text.split('\n').flatMap((line, index) => {
    const isWide = widthOf(line) > WIDTH_MAX && COMMENT.test(line) && !SUPPRESSION.test(line)
    // A URL cannot be wrapped.
    return isWide && !/https?:\/\/\S{40}/.test(line) ? [index + 1] : []
  })
}

/** Casts through `unknown` switch the type checker off. Each needs a comment with its reason. */
export function unexplainedCasts(text: string): number[] {
  const lines = text.split('\n')
  const isExplained = (index: number) => /^\s*(?:\/\/|\*\/|\/\*\*)/.test(lines[index] ?? '')
  return lines.flatMap((line, index) =>
    /\bas unknown as\b/.test(line) && ![1, 2, 3].some((before) => isExplained(index - before))
      ? [index + 1]
      : [],
  )
}
