import { Editor, getHTMLFromFragment } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { extensions } from '#client/editor/extensions/index.ts'
import { storedForm, withoutEmptyEnd } from '#client/editor/footnotes.ts'
import { pastedHtml, withinLevels } from '#client/editor/pasted-text.ts'

interface BodyOptions {
  mount: HTMLElement
  label: string
  placeholder: string
  /** Null uses the body that the server rendered. */
  body: string | null
  changed(): void
}

export function bodyEditor({ mount, label, placeholder, body, changed }: BodyOptions): Editor {
  const html = body ?? mount.firstElementChild?.innerHTML ?? ''
  mount.replaceChildren()
  mount.removeAttribute('aria-busy')
  const editor = new Editor({
    element: mount,
    // The CSP allows only the site's own styles; these are in editor.css.
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
  // Tiptap adds the empty last line now, so that it does not count as a change by the author.
  editor.view.dispatch(editor.state.tr)
  editor.on('update', changed)
  // An image that was dropped here before the editor was loaded.
  mount.addEventListener('drop', (event) => {
    if (event.target === mount) editor.view.dom.dispatchEvent(new DragEvent('drop', event))
  })
  return editor
}

/** Joined, these are `editor.getHTML()`, which serialises the whole document. */
const htmlOfBlocks = perBlock((block) =>
  getHTMLFromFragment(Fragment.from(block), block.type.schema),
)

/** The body to send: empty for an empty text. */
export function bodyOf(editor: Editor): string {
  const html = withoutEmptyEnd(htmlOfBlocks(editor.state.doc).join(''))
  return html === '' || editor.isEmpty ? '' : storedForm(html)
}

/**
 * Computes a value per top-level block. An unchanged block is the same node, so a key only computes
 * its own block.
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
