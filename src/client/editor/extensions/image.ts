import type { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { copyOf, part } from '#client/editor/parts.ts'
import { element } from '#client/elements.ts'

/** An image with a field for its alternative text below it. */
export const imageNode = Image.extend({
  addNodeView() {
    return ({ node, getPos }) => frame(this.editor, node, getPos)
  },
})

function frame(editor: Editor, first: Node, getPos: () => number | undefined): NodeView {
  const words = copyOf('image-words')
  const input = part(words, 'input', HTMLInputElement)
  const remove = part(words, 'button', HTMLButtonElement)
  const image = element('img', { draggable: false })
  const dom = element('div', { className: 'image-frame' }, image, words)
  const show = ({ attrs: { src, alt, title, width, height } }: Node) => {
    if (image.getAttribute('src') !== src) image.src = src
    image.alt = alt ?? ''
    image.title = title ?? ''
    for (const [name, value] of Object.entries({ width, height })) {
      if (value) image.setAttribute(name, value)
      else image.removeAttribute(name)
    }
    // Does not overwrite the text while the author is typing.
    if (document.activeElement !== input) input.value = alt ?? ''
  }

  input.addEventListener('input', () => {
    const pos = getPos()
    if (pos !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'alt', input.value || null))
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    const pos = getPos()
    if (pos !== undefined)
      editor
        .chain()
        .setTextSelection(pos + 1)
        .focus()
        .run()
  })
  remove.addEventListener('click', () => {
    const pos = getPos()
    if (pos !== undefined)
      editor
        .chain()
        .deleteRange({ from: pos, to: pos + 1 })
        .focus()
        .run()
  })
  show(first)
  return {
    dom,
    update(node) {
      if (node.type !== first.type) return false
      show(node)
      return true
    },
    selectNode: () => dom.classList.add('selected'),
    deselectNode: () => dom.classList.remove('selected'),
    stopEvent: ({ target }) => target instanceof HTMLElement && words.contains(target),
    ignoreMutation: () => true,
  }
}
