import type { Editor } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { highlighting } from '#client/editor/extensions/highlighting.ts'
import { copyOf, element } from '#client/editor/parts.ts'
import { codeLanguageOf } from '#kernel/code-aliases.ts'

/** Code with a menu for its language, coloured as it will be for readers. */
export const code = CodeBlock.extend({
  addNodeView() {
    return ({ node, getPos }) => frame(this.editor, node, getPos)
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), highlighting()]
  },
}).configure({ enableTabIndentation: true, tabSize: 2 })

function frame(editor: Editor, first: Node, getPos: () => number | undefined): NodeView {
  const menu = copyOf('code-language') as HTMLSelectElement
  const content = element('code')
  content.spellcheck = false
  const dom = element('div', { className: 'code-frame' }, menu, element('pre', {}, content))
  const show = ({ attrs: { language } }: Node) => {
    const name: string = (language && codeLanguageOf(language)) ?? language ?? ''
    // A language that is not on the menu is kept and shown by its own name.
    if (name && !menu.namedItem(name) && ![...menu.options].some(({ value }) => value === name)) {
      menu.add(new Option(name, name))
    }
    menu.value = name
  }
  menu.addEventListener('change', () => {
    const pos = getPos()
    if (pos === undefined) return
    editor
      .chain()
      .command(({ tr }) => {
        tr.setNodeAttribute(pos, 'language', menu.value || null)
        return true
      })
      .focus()
      .run()
  })
  show(first)
  return {
    dom,
    contentDOM: content,
    update(node) {
      if (node.type !== first.type) return false
      show(node)
      return true
    },
    stopEvent: ({ target }) => target === menu,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !content.contains(mutation.target),
  }
}
