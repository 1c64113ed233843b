import hljs from 'highlight.js/lib/core'
import { GRAMMARS, WITHIN } from '#client/grammars.ts'
import type { CodeLanguage } from '#kernel/code-languages.ts'

/** Colouring more than this would keep the page from answering for too long. */
const LONGEST = 60_000

/** Colours the code of a post, one block at a time. kernel/html/readable.ts says which language each is in. */
export async function highlight(): Promise<void> {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-code]')) {
    const code = frame.querySelector('code')
    const source = code?.textContent ?? ''
    if (!code || source.length > LONGEST) continue
    const language = frame.dataset.code as CodeLanguage
    await learn(language)
    for (const [inner, sign] of WITHIN[language] ?? []) if (sign.test(source)) await learn(inner)
    // It escapes what it does not mark up itself.
    code.innerHTML = hljs.highlight(source, { language, ignoreIllegals: true }).value
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function learn(language: CodeLanguage): Promise<void> {
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await GRAMMARS[language]()).default)
}
