import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { codeLanguageOf } from '#kernel/code-aliases.ts'

/** Colouring more than this with every key would be felt. */
const LONGEST = 20_000

interface Span {
  from: number
  to: number
  classes: string
}

type Painter = (language: string, source: string) => Span[] | null

const key = new PluginKey<DecorationSet>('highlighting')

/**
 * Colours code blocks. Each is painted once for its text, so that a key pressed in one costs nothing in the others. Painter and
 * languages are fetched when the first block that needs them comes along.
 */
export function highlighting(): Plugin<DecorationSet> {
  let painted = new WeakSet<Node>()
  let paint: Painter | null = null
  let isAsked = false
  let view: EditorView | null = null

  const repaint = () => {
    painted = new WeakSet()
    if (view && !view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
  }

  async function fetchPainter(): Promise<void> {
    if (isAsked) return
    isAsked = true
    const { painter } = await import('#client/editor/code-painter.ts')
    paint = painter(repaint)
    repaint()
  }

  function spansOf(block: Node): Span[] {
    const language = codeLanguageOf(String(block.attrs.language ?? ''))
    const source = block.textContent
    if (language === null || source === '' || source.length > LONGEST) return []
    if (!paint) void fetchPainter()
    return paint?.(language, source) ?? []
  }

  /** A block that has not changed is the same node as before, and keeps its colours. */
  function withChanges(doc: Node, before: DecorationSet): DecorationSet {
    let colours = before
    doc.descendants((node, pos) => {
      if (node.type.name !== 'codeBlock') return !node.isTextblock
      if (painted.has(node)) return false
      painted.add(node)
      const fresh = spansOf(node).map(({ from, to, classes }) =>
        Decoration.inline(pos + 1 + from, pos + 1 + to, { class: classes }),
      )
      colours = colours.remove(colours.find(pos, pos + node.nodeSize)).add(doc, fresh)
      return false
    })
    return colours
  }

  return new Plugin({
    key,
    state: {
      init: (_, { doc }) => withChanges(doc, DecorationSet.empty),
      apply(tr, before) {
        if (!tr.docChanged && !tr.getMeta(key)) return before
        return withChanges(tr.doc, before.map(tr.mapping, tr.doc))
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(here) {
      view = here
      return {}
    },
  })
}
