import type { MarkedExtension, Token } from 'marked'
import { type Callout, TASK } from '#kernel/html/hooks.ts'

/** The kinds of alerts of GitHub and of other systems. */
const KINDS: ReadonlyMap<string, Callout> = new Map([
  ['note', 'note'],
  ['info', 'note'],
  ['important', 'note'],
  ['tip', 'tip'],
  ['warning', 'warning'],
  ['caution', 'warning'],
  ['danger', 'warning'],
])

export function calloutOf(name: string): Callout | undefined {
  return KINDS.get(name.toLowerCase())
}

/** `> [!NOTE]`, as on GitHub. */
export const callouts: MarkedExtension = {
  renderer: {
    blockquote({ tokens }) {
      const kind = takeKind(tokens)
      if (kind === undefined) return false
      return `<blockquote ${TASK.kind}="${kind}">\n${this.parser.parse(tokens)}</blockquote>\n`
    },
  },
}

/** Reads the kind of a callout and removes its line. */
function takeKind(tokens: Token[]): Callout | undefined {
  const [first] = tokens
  const [line, ...others] = first?.type === 'paragraph' ? (first.tokens ?? []) : []
  const [head, name = ''] = line?.type === 'text' ? (KIND.exec(line.raw) ?? []) : []
  const kind = calloutOf(name)
  if (
    kind === undefined ||
    first?.type !== 'paragraph' ||
    line?.type !== 'text' ||
    head === undefined
  )
    return undefined
  const raw = line.raw.slice(head.length)
  const rest =
    raw === ''
      ? others.filter(({ type }, index) => index > 0 || type !== 'br')
      : [{ ...line, raw, text: raw }, ...others]
  if (rest.length === 0) tokens.shift()
  else first.tokens = rest
  return kind
}

const KIND = /^\[!([A-Za-z]{3,9})\][ \t]*(?:\n|$)/
