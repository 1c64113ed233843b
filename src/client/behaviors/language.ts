const YEAR = 31536000

/** The server writes the page in the language of this cookie. */
export function languageSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const language = target instanceof Element && target.closest<HTMLElement>('[data-language]')?.dataset.language
    if (!language) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `lang=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
    location.reload()
  })
}
