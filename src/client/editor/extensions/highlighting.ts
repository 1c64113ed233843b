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
  const painted = new WeakMap<Node, Span[]>()
  let paint: Painter | null = null
  let view: EditorView | null = null

  const repaint = () => {
    if (view && !view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
  }

  function spansOf(block: Node): Span[] {
    const language = codeLanguageOf(String(block.attrs.language ?? ''))
    const source = block.textContent
    if (language === null || source === '' || source.length > LONGEST) return []
    const known = painted.get(block)
    if (known) return known
    if (!paint)
      void import('#client/editor/code-painter.ts').then((module) => {
        paint = module.painter(repaint)
        repaint()
      })
    const spans = paint?.(language, source) ?? null
    if (spans) painted.set(block, spans)
    return spans ?? []
  }

  function decorationsOf(doc: Node): DecorationSet {
    const decorations: Decoration[] = []
    doc.descendants((node, pos) => {
      if (node.type.name !== 'codeBlock') return !node.isTextblock
      for (const { from, to, classes } of spansOf(node))
        decorations.push(Decoration.inline(pos + 1 + from, pos + 1 + to, { class: classes }))
      return false
    })
    return DecorationSet.create(doc, decorations)
  }

  return new Plugin({
    key,
    state: {
      init: (_, { doc }) => decorationsOf(doc),
      apply: (tr, before) => (tr.docChanged || tr.getMeta(key) ? decorationsOf(tr.doc) : before),
    },
    props: { decorations: (state) => key.getState(state) },
    view(here) {
      view = here
      return {}
    },
  })
}
