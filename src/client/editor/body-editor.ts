import { Editor, getHTMLFromFragment } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import { extensions } from '#client/editor/extensions/index.ts'
import { withinLevels } from '#client/editor/heading-levels.ts'
import { pastedHtml } from '#client/editor/pasted-html.ts'
import { perBlock } from '#client/editor/per-block.ts'

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
      attributes: { id: 'write-body', class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
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

const EMPTY = '<p></p>'

/** Joined, these are `editor.getHTML()`, which serialises the whole document. */
const htmlOfBlocks = perBlock((block) => getHTMLFromFragment(Fragment.from(block), block.type.schema))

/** The body to send: empty for an empty text, and without the empty last line that the caret needs. */
export function bodyOf(editor: Editor): string {
  let html = htmlOfBlocks(editor.state.doc).join('')
  while (html.endsWith(EMPTY)) html = html.slice(0, -EMPTY.length)
  return html === '' || editor.isEmpty ? '' : html
}
