import type { Editor } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView, type NodeView } from '@tiptap/pm/view'
import { type HighlightedCode, Highlighter } from '#client/code/highlighter.ts'
import { attributeMenu } from '#client/editor/extensions/attribute-menu.ts'
import { copyOf } from '#client/editor/parts.ts'
import { element } from '#client/elements.ts'
import { codeLanguageOf } from '#kernel/text/code-aliases.ts'

/** A code block with a language menu, highlighted as readers will see it. */
export const code = CodeBlock.extend({
  addNodeView() {
    return ({ node, getPos }) => frame(this.editor, node, getPos)
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), highlighting()]
  },
}).configure({ enableTabIndentation: true, tabSize: 2 })

function frame(editor: Editor, node: Node, getPos: () => number | undefined): NodeView {
  const menu = copyOf('code-language') as HTMLSelectElement
  const content = element('code')
  content.spellcheck = false
  const dom = element('div', { className: 'code-frame' }, menu, element('pre', {}, content))
  const show = (language: string | null) => {
    const name: string = (language && codeLanguageOf(language)) ?? language ?? ''
    // A language that is not in the menu is kept and shown by its own name.
    if (name && !menu.namedItem(name) && ![...menu.options].some(({ value }) => value === name)) {
      menu.add(new Option(name, name))
    }
    menu.value = name
  }
  show(node.attrs.language)
  return {
    dom,
    contentDOM: content,
    ...attributeMenu(editor, menu, content, { node, getPos, name: 'language', show }),
  }
}

/** Longer code is not highlighted, because the author would notice it with every key. */
const LONGEST = 20_000

const key = new PluginKey<DecorationSet>('highlighting')

/**
 * Highlights code blocks. The result is cached per block (an unchanged block is the same node), so
 * typing in one block does not repaint the others. The worker gets one block at a time; when it is
 * done, the next block is chosen from the present document. Until then a block keeps its old
 * colours.
 */
function highlighting(): Plugin<DecorationSet> {
  const highlighter = new Highlighter(Number.POSITIVE_INFINITY)
  const highlighted = new WeakSet<Node>()
  const responses = new WeakMap<Node, Span[]>()
  let isBusy = false
  let view: EditorView | null = null

  async function ask(block: Node, language: string): Promise<void> {
    isBusy = true
    responses.set(
      block,
      spansIn((await highlighter.highlight({ language, source: block.textContent })) ?? []),
    )
    isBusy = false
    if (view && !view.isDestroyed)
      view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
  }

  /** Null while the worker has no result for the block. */
  function spansOf(block: Node): Span[] | null {
    const language = codeLanguageOf(String(block.attrs.language ?? ''))
    const length = block.textContent.length
    if (language === null || length === 0 || length > LONGEST) return []
    const spans = responses.get(block)
    if (spans) return spans
    if (!isBusy) void ask(block, language)
    return null
  }

  /** An unchanged block is the same node as before and keeps its colours. */
  function withChanges(doc: Node, before: DecorationSet): DecorationSet {
    let colours = before
    doc.descendants((node, pos) => {
      if (node.type.name !== 'codeBlock') return !node.isTextblock
      const spans = highlighted.has(node) ? null : spansOf(node)
      if (spans === null) return false
      highlighted.add(node)
      const fresh = spans.map(({ from, to, classes }) =>
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

interface Span {
  from: number
  to: number
  classes: string
}

/** The coloured ranges of a source, each with the classes of all surrounding spans. */
function spansIn(highlighted: HighlightedCode): Span[] {
  const spans: Span[] = []
  let at = 0
  const walk = (children: HighlightedCode, classes: string) => {
    for (const node of children) {
      if (node.type === 'text') {
        const to = at + node.value.length
        if (classes) spans.push({ from: at, to, classes })
        at = to
      } else if (node.type === 'element') {
        const own = node.properties.className
        walk(node.children, [classes, ...(Array.isArray(own) ? own : [])].filter(Boolean).join(' '))
      }
    }
  }
  walk(highlighted, '')
  return spans
}
