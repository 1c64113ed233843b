import { Editor } from '@tiptap/core'
import { extensions } from '#client/editor/extensions/index.ts'

interface BodyOptions {
  mount: HTMLElement
  label: string
  placeholder: string
  /** Null takes what the server wrote into the page. */
  body: string | null
  changed(): void
}

/** The text of the post. */
export function bodyEditor({ mount, label, placeholder, body, changed }: BodyOptions): Editor {
  const html = body ?? mount.firstElementChild?.innerHTML ?? ''
  mount.replaceChildren()
  mount.removeAttribute('aria-busy')
  return new Editor({
    element: mount,
    // The policy of the site allows no styles but its own; they are in editor.css.
    injectCSS: false,
    extensions: extensions(placeholder),
    content: withinLevels(html),
    editorProps: {
      attributes: { id: 'write-body', class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: withinLevels,
    },
    onUpdate: changed,
  })
}

/** What is sent: nothing for an empty text, and without the empty line that the caret needs at the end. */
export function bodyOf(editor: Editor): string {
  const html = editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
  return html === '' || editor.isEmpty ? '' : html
}

/** The title is not in the text, and there are three levels below it. Readers see it the same way (kernel/html/readable.ts). */
export function withinLevels(html: string): string {
  const down = /<h1[\s>]/i.test(html) ? 1 : 0
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_, slash: string, level: string) => {
    return `<${slash}h${Math.min(4, Number(level) + down)}`
  })
}
