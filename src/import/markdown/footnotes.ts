import type { MarkedExtension, Token, Tokens } from 'marked'
import { NOTE, TASK } from '#kernel/html/hooks.ts'

interface Note {
  number: number
  tokens: Token[]
}

/** `[^1]` becomes a raised number and `[^1]: text` an item of a list at the end. */
export function footnotes(): MarkedExtension {
  const notes = new Map<string, Note>()
  let used = 0
  return {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        tokenizer(source) {
          const [raw, label = '', text = ''] = DEFINITION.exec(source) ?? []
          if (raw === undefined) return undefined
          const content = text.replace(/^(?: {4}|\t)/gm, '')
          const key = label.toLowerCase()
          if (!notes.has(key)) notes.set(key, { number: 0, tokens: this.lexer.blockTokens(content, []) })
          return { type: 'footnote', raw }
        },
        renderer: () => '',
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        // Blocks are read before the text in them, so all notes are known here.
        tokenizer(source) {
          const [raw, label = ''] = REFERENCE.exec(source) ?? []
          const note = notes.get(label.toLowerCase())
          if (raw === undefined || note === undefined) return undefined
          if (note.number === 0) {
            used += 1
            note.number = used
          }
          return { type: 'footnoteReference', raw, number: note.number }
        },
        renderer: ({ number }: Tokens.Generic) => `<sup ${NOTE.reference}="${number}">${number}</sup>`,
      },
      {
        name: 'footnotes',
        renderer() {
          const rank = ({ number }: Note) => (number === 0 ? Number.POSITIVE_INFINITY : number)
          const items = [...notes.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
          return `<ol ${TASK.kind}="${NOTE.list}">${items.map(({ tokens }) => `<li>${this.parser.parse(tokens)}</li>`).join('\n')}</ol>\n`
        },
      },
    ],
    hooks: {
      processAllTokens(tokens) {
        return notes.size === 0 ? tokens : [...tokens, { type: 'footnotes', raw: '' }]
      },
    },
  }
}

/** The following lines belong to the note if they are indented. */
const DEFINITION = /^\[\^([^\]\n]{1,100})\]:[ \t]*([^\n]*(?:\n|$)(?:(?:[ \t]*\n){0,3}(?: {4}|\t)[^\n]*(?:\n|$))*)/
const REFERENCE = /^\[\^([^\]\n]{1,100})\]/
