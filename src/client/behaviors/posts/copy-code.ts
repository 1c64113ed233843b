import { copyText } from '#client/clipboard.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  'zh-CN': { copy: '复制', copied: '已复制', failed: '复制失败' },
  en: { copy: 'Copy', copied: 'Copied', failed: 'Copy failed' },
})

const SAID_FOR = 2000

/** Adds a copy button to every code block. The server does not render it, because it needs JavaScript. */
export function copyCode(): void {
  const text = texts[pageLanguage()]
  for (const frame of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'code-copy'
    button.textContent = text.copy
    button.addEventListener('click', async () => {
      const copied = await copyText(frame.querySelector('pre')?.textContent?.replace(/\n$/, '') ?? '')
      button.textContent = copied ? text.copied : text.failed
      setTimeout(() => {
        button.textContent = text.copy
      }, SAID_FOR)
    })
    frame.append(button)
  }
}
