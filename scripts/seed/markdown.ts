import { Marked, type Tokens } from 'marked'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'

export interface Picture {
  url: string
  width: number
  height: number
}

/** Converts Markdown to the HTML that the editor produces. `![a sunrise](sunrise)` shows the image of that name. */
export function htmlOf(markdown: string, picture: (name: string) => Picture): string {
  const marked = new Marked({ breaks: true })
  marked.use({
    renderer: {
      code: ({ text, lang }) => `<pre><code${lang ? ` class="language-${lang}"` : ''}>${escapeText(text)}</code></pre>`,
      del({ tokens }) {
        return `<s>${this.parser.parseInline(tokens)}</s>`
      },
      image({ href, text }) {
        const { url, width, height } = picture(href)
        return `<img src="${url}" alt="${escapeAttribute(text)}" width="${width}" height="${height}">`
      },
      list({ ordered, items }) {
        const name = ordered ? 'ol' : 'ul'
        const type = items.some(({ task }) => task) ? ' data-type="taskList"' : ''
        return `<${name}${type}>${items.map((item) => this.listitem(item)).join('')}</${name}>`
      },
      listitem({ task, checked, tokens }) {
        const type = task ? ` data-type="taskItem" data-checked="${checked}"` : ''
        const text = tokens.flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : []))
        return `<li${type}><p>${this.parser.parseInline(text)}</p></li>`
      },
      table({ header, rows }) {
        const lines = [header, ...rows].map((row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>`)
        return `<table><tbody>${lines.join('')}</tbody></table>`
      },
      tablecell({ header, tokens }: Tokens.TableCell) {
        const name = header ? 'th' : 'td'
        return `<${name}><p>${this.parser.parseInline(tokens)}</p></${name}>`
      },
    },
  })
  // Line breaks between blocks. Text contains no bare `>`.
  return marked.parse(markdown, { async: false }).replaceAll('>\n', '>')
}
