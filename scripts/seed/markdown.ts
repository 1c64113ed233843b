export interface Picture {
  url: string
  width: number
  height: number
}

/**
 * The Markdown that the demo posts are written in, as the HTML that the editor would make of it.
 * `![a sunrise](sunrise)` shows the picture of that name.
 */
export function htmlOf(markdown: string, picture: (name: string) => Picture): string {
  return blocksOf(markdown)
    .map((block) => blockHtml(block, picture))
    .join('')
}

/** Separated by empty lines, except within code. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let inCode = false
  for (const line of [...markdown.split('\n'), '']) {
    if (line.startsWith('~~~')) inCode = !inCode
    if (line !== '' || inCode) lines.push(line)
    else if (lines.length > 0) {
      blocks.push(lines.join('\n'))
      lines = []
    }
  }
  return blocks
}

function blockHtml(block: string, picture: (name: string) => Picture): string {
  const lines = block.split('\n')
  const first = lines[0] ?? ''
  if (first.startsWith('~~~')) return codeHtml(first.slice(3), lines.slice(1, -1).join('\n'))
  if (first === '---') return '<hr>'
  if (first.startsWith('|')) return tableHtml(lines)
  if (first.startsWith('> ')) {
    const quoted = lines.map((line) => line.replace(/^> ?/, '')).join('\n')
    return `<blockquote>${htmlOf(quoted, picture)}</blockquote>`
  }
  const heading = /^(#{2,4}) (.+)$/.exec(first)
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`
  const image = /^!\[(.*)\]\((\S+)\)$/.exec(first)
  if (image) return imageHtml(image[1] ?? '', picture(image[2] ?? ''))
  if (/^- \[[ x]\] /.test(first)) return taskListHtml(lines)
  if (first.startsWith('- ')) return listHtml('ul', lines, /^- /)
  if (/^\d+\. /.test(first)) return listHtml('ol', lines, /^\d+\. /)
  return `<p>${inline(lines.join('\n')).replaceAll('\n', '<br>')}</p>`
}

function codeHtml(language: string, code: string): string {
  return `<pre><code${language === '' ? '' : ` class="language-${language}"`}>${escaped(code)}</code></pre>`
}

function tableHtml(lines: string[]): string {
  const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line))
  const html = rows.map((line, index) => {
    const cells = line.split('|').slice(1, -1)
    const name = index === 0 ? 'th' : 'td'
    return `<tr>${cells.map((cell) => `<${name}><p>${inline(cell.trim())}</p></${name}>`).join('')}</tr>`
  })
  return `<table><tbody>${html.join('')}</tbody></table>`
}

function imageHtml(alt: string, { url, width, height }: Picture): string {
  return `<p><img src="${url}" alt="${escaped(alt)}" width="${width}" height="${height}"></p>`
}

function listHtml(name: 'ul' | 'ol', lines: string[], mark: RegExp): string {
  return `<${name}>${lines.map((line) => `<li><p>${inline(line.replace(mark, ''))}</p></li>`).join('')}</${name}>`
}

function taskListHtml(lines: string[]): string {
  const items = lines.map((line) => {
    const isDone = line.startsWith('- [x]')
    return `<li data-type="taskItem" data-checked="${isDone}"><p>${inline(line.slice(6))}</p></li>`
  })
  return `<ul data-type="taskList">${items.join('')}</ul>`
}

/** Code first: nothing in it means anything. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? `<code>${escaped(part.slice(1, -1))}</code>` : formatted(part)))
    .join('')
}

function formatted(text: string): string {
  return escaped(text)
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\p{L}\p{N}*])\*([^*\n]+)\*/gu, '<em>$1</em>')
    .replace(/~~([^~]+)~~/g, '<s>$1</s>')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
