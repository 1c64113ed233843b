import { Editor, getHTMLFromFragment } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { extensions } from '#client/editor/extensions/index.ts'
import { storedForm, withoutEmptyEnd } from '#client/editor/footnotes.ts'
import { pastedHtml, withinLevels } from '#client/editor/pasted-text.ts'

interface BodyOptions {
  mount: HTMLElement
  label: string
  placeholder: string
  /** Null for the body that the server rendered into `mount`. */
  body: string | null
  changed(): void
}

export function bodyEditor({ mount, label, placeholder, body, changed }: BodyOptions): Editor {
  const html = body ?? mount.firstElementChild?.innerHTML ?? ''
  mount.replaceChildren()
  mount.removeAttribute('aria-busy')
  const editor = new Editor({
    element: mount,
    // The CSP allows only the site's own styles. The styles of the editor are in editor.css.
    injectCSS: false,
    extensions: extensions(placeholder),
    content: withinLevels(html),
    editorProps: {
      attributes: {
        id: 'write-body',
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      transformPastedHTML: pastedHtml,
    },
  })
  // This transaction makes Tiptap add the empty last line now, so that it does not count as a
  // change by the author.
  editor.view.dispatch(editor.state.tr)
  editor.on('update', changed)
  // Handles an image that was dropped here before the editor was loaded.
  mount.addEventListener('drop', (event) => {
    if (event.target === mount) editor.view.dom.dispatchEvent(new DragEvent('drop', event))
  })
  return editor
}

/**
 * The HTML of each block. Joined, they are `editor.getHTML()`, which would serialise the whole
 * document each time.
 */
const htmlOfBlocks = perBlock((block) =>
  getHTMLFromFragment(Fragment.from(block), block.type.schema),
)

/**
 * The body to send. It is empty for an empty text, and has no empty last line, which only the caret
 * needs.
 */
export function bodyOf(editor: Editor): string {
  const html = withoutEmptyEnd(htmlOfBlocks(editor.state.doc).join(''))
  return html === '' || editor.isEmpty ? '' : storedForm(html)
}

/**
 * Computes a value for each top-level block. The values are cached by node: an unchanged block is
 * the same node as before, so a key only computes the value of the block with the caret.
 */
function perBlock<T>(compute: (block: Node) => T): (doc: Node) => T[] {
  const computed = new WeakMap<Node, T>()
  return (doc) =>
    doc.children.map((block) => {
      const value = computed.get(block) ?? compute(block)
      computed.set(block, value)
      return value
    })
}
