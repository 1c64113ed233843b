import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'

interface AttributeMenuOptions {
  node: Node
  getPos(): number | undefined
  /** The name of the attribute that the menu sets. */
  name: string
  show(value: never): void
}

/** The parts of a node view whose menu sets an attribute of the node. */
export function attributeMenu(
  editor: Editor,
  menu: HTMLSelectElement,
  content: HTMLElement,
  { node: first, getPos, name, show }: AttributeMenuOptions,
): Pick<NodeView, 'update' | 'stopEvent' | 'ignoreMutation'> {
  menu.addEventListener('change', () => {
    const pos = getPos()
    if (pos === undefined) return
    editor
      .chain()
      .command(({ tr }) => {
        tr.setNodeAttribute(pos, name, menu.value || null)
        return true
      })
      .focus()
      .run()
  })
  return {
    update: updating(first, (node) => show(node.attrs[name] as never)),
    stopEvent: ({ target }) => target === menu,
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !content.contains(mutation.target),
  }
}

/** The `update` of a node view. It shows each new version of its node. */
export function updating(first: Node, show: (node: Node) => void): (node: Node) => boolean {
  return (node) => {
    if (node.type === first.type) show(node)
    return node.type === first.type
  }
}
