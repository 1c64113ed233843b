import { closest, read } from '#client/hooks.ts'
import { languageChoice } from '#web/components/hooks.ts'

const YEAR = 31536000

/** The server writes the page in the language of this cookie. */
export function languageSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(languageChoice, target)
    if (!button) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `lang=${read(languageChoice, button).language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
    location.reload()
  })
}
