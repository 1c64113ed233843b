import { decodeEntities } from '#kernel/html/entities.ts'
import { NOTE, TASK } from '#kernel/html/hooks.ts'

const REFERENCE = new RegExp(`<sup ${NOTE.inEditor}="([^"]*)">[^<]*</sup>`, 'g')

/** The HTML of the editor with numbered references, and the notes. Equal notes become one note. */
export function numbered(blocks: readonly string[]): { blocks: string[]; notes: string[] } {
  const numbers = new Map<string, number>()
  const numberOf = (note: string) => {
    const number = numbers.get(note) ?? numbers.size + 1
    numbers.set(note, number)
    return number
  }
  const replaced = blocks.map((html) =>
    html.replace(REFERENCE, (_, note: string) => {
      const number = numberOf(decodeEntities(note, 'attribute'))
      return `<sup ${NOTE.reference}="${number}">${number}</sup>`
    }),
  )
  return { blocks: replaced, notes: [...numbers.keys()] }
}

export function listOfNotes(notes: readonly string[]): string {
  const items = notes.map((note) => `<li>${note}</li>`)
  return notes.length === 0 ? '' : `<ol ${TASK.kind}="${NOTE.list}">${items.join('')}</ol>`
}

const EMPTY = '<p></p>'

/** Removes the empty last line, which only the caret needs. */
export function withoutEmptyEnd(html: string): string {
  let end = html.length
  while (html.endsWith(EMPTY, end)) end -= EMPTY.length
  return html.slice(0, end)
}

/** The form in which a body is stored: numbers in the text, and a list of the notes at its end. */
export function storedForm(html: string): string {
  const { blocks, notes } = numbered([html])
  return blocks.join('') + listOfNotes(notes)
}
