import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

interface Match {
  from: number
  to: number
}
interface Found {
  wanted: string
  matches: Match[]
  marks: DecorationSet
}

const key = new PluginKey<Found>('find')
const NOTHING: Found = { wanted: '', matches: [], marks: DecorationSet.empty }
/** The maximum number of marked matches. More marks would make typing slow. */
const MATCHES_MAX = 2_000

export const find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => NOTHING,
        apply(tr, before, _, { doc }) {
          const wanted: string = tr.getMeta(key) ?? before.wanted
          if (wanted === '') return NOTHING
          return tr.docChanged || wanted !== before.wanted ? foundIn(doc, wanted) : before
        },
      },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
})

function foundIn(doc: Node, wanted: string): Found {
  const matches: Match[] = []
  const sought = folded(wanted)
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true
    // Each position has one character, so that an index in the text is a position in the block.
    const text = folded(block.textBetween(0, block.content.size, undefined, '\ufffc'))
    for (
      let at = text.indexOf(sought);
      at !== -1 && matches.length < MATCHES_MAX;
      at = text.indexOf(sought, at + sought.length)
    )
      matches.push({ from: pos + 1 + at, to: pos + 1 + at + sought.length })
    return false
  })
  const marks = matches.map(({ from, to }) => Decoration.inline(from, to, { class: 'found' }))
  return { wanted, matches, marks: DecorationSet.create(doc, marks) }
}

/** In lower case, if that does not change the length of the text. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

export function look(editor: Editor, wanted: string): number {
  editor.view.dispatch(editor.state.tr.setMeta(key, wanted))
  return matchesIn(editor).length
}

export function matchesIn({ state }: Editor): Match[] {
  return key.getState(state)?.matches ?? []
}

/**
 * Selects the next match after the selection, or the first one. Returns its number, or 0 if there
 * is no match.
 */
export function selectNext(editor: Editor): number {
  const matches = matchesIn(editor)
  const { state, view } = editor
  const after = matches.findIndex(({ from }) => from >= state.selection.to)
  const index = after === -1 ? 0 : after
  const match = matches[index]
  if (!match) return 0
  view.dispatch(
    state.tr.setSelection(TextSelection.create(state.doc, match.from, match.to)).scrollIntoView(),
  )
  return index + 1
}

/**
 * Replaces the selected match or all matches, as one step to undo. Returns the number of replaced
 * matches.
 */
export function replaceFound(editor: Editor, text: string, isAll: boolean): number {
  const { state, view } = editor
  const { from, to } = state.selection
  const chosen = matchesIn(editor).filter(
    (match) => isAll || (match.from === from && match.to === to),
  )
  const { tr } = state
  for (const match of chosen.toReversed()) tr.insertText(text, match.from, match.to)
  if (chosen.length > 0) view.dispatch(tr)
  return chosen.length
}
