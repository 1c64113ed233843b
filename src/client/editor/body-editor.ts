import { Editor } from '@tiptap/core'
import { extensions } from '#client/editor/extensions/index.ts'
import { withinLevels } from '#client/editor/heading-levels.ts'
import { pastedHtml } from '#client/editor/pasted-html.ts'

interface BodyOptions {
  mount: HTMLElement
  label: string
  placeholder: string
  /** Null takes what the server wrote into the page. */
  body: string | null
  changed(): void
}

export function bodyEditor({ mount, label, placeholder, body, changed }: BodyOptions): Editor {
  const html = body ?? mount.firstElementChild?.innerHTML ?? ''
  mount.replaceChildren()
  mount.removeAttribute('aria-busy')
  const editor = new Editor({
    element: mount,
    // The policy of the site allows no styles but its own; they are in editor.css.
    injectCSS: false,
    extensions: extensions(placeholder),
    content: withinLevels(html),
    editorProps: {
      attributes: { id: 'write-body', class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: pastedHtml,
    },
  })
  // The line that the caret needs at the end comes now, and is no change of its author's.
  editor.view.dispatch(editor.state.tr)
  editor.on('update', changed)
  // A picture that was dropped here before there was an editor.
  mount.addEventListener('drop', (event) => {
    if (event.target === mount) editor.view.dom.dispatchEvent(new DragEvent('drop', event))
  })
  return editor
}

/** What is sent: nothing for an empty text, and without the empty line that the caret needs at the end. */
export function bodyOf(editor: Editor): string {
  const html = editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
  return html === '' || editor.isEmpty ? '' : html
}
