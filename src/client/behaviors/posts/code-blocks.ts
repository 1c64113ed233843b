import { highlight } from '#client/behaviors/posts/highlight.ts'
import { copyText } from '#client/copy-text.ts'
import { element } from '#client/elements.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

/** Shows the code blocks that are new on the page with their colours and a button to copy them. */
export function showCode(): void {
  addCopyButtons()
  void highlight()
}

const texts = bilingual({
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  failed: ['复制失败', 'Copy failed'],
})

const SAID_FOR = 2000

/** The server does not render the buttons, because they need JavaScript. */
function addCopyButtons(): void {
  const text = texts[pageLanguage()]
  for (const frame of document.querySelectorAll('.code:not(:has(.code-copy))')) {
    const button = element('button', { type: 'button', className: 'code-copy' }, text.copy)
    button.addEventListener('click', async () => {
      const copied = await copyText(
        frame.querySelector('pre')?.textContent?.replace(/\n$/, '') ?? '',
      )
      button.textContent = copied ? text.copied : text.failed
      setTimeout(() => {
        button.textContent = text.copy
      }, SAID_FOR)
    })
    frame.append(button)
  }
}
