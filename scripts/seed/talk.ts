/** A comment as it is written down beside its post. */
export interface Said {
  by: string
  text: string
  /** Places in the same list; null for a root. */
  root: number | null
  answers: number | null
  isDeleted: boolean
}

/**
 * One comment a line: `lin: text` is a root, `> ada: text` answers the root before it, `>> lin: text` answers the line before it.
 * `x lin: text` was deleted later. A line break is written `\n`.
 */
export function talkOf(lines: string): Said[] {
  const said: Said[] = []
  for (const line of lines.trim().split('\n')) {
    const match = /^\s*(>{0,2}) ?(x )?(\w+): (.+)$/.exec(line)
    if (!match) throw new Error(`this is no comment: ${line}`)
    const [, depth = '', deleted, by = '', text = ''] = match
    const root = depth === '' ? null : said.findLastIndex((one) => one.root === null)
    const answers = depth === '' ? null : depth === '>' ? root : said.length - 1
    said.push({ by, text: text.replaceAll('\\n', '\n'), root, answers, isDeleted: deleted !== undefined })
  }
  return said
}
