import { SITE_PAGES, type SitePage } from '#db/schema/identity.ts'
import { identityTexts } from '#features/core/identity/words.ts'
import { sitePageTexts } from '#features/operations/admin/identity/text-page.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/icon.tsx'

/** What is written already, by name and language. */
export type WrittenPages = Pick<SitePage, 'name' | 'language'>[]

export function PagesCard({ written, language }: { written: WrittenPages; language: Language }) {
  const text = sitePageTexts[language]
  return (
    <section class="card" id="pages" aria-labelledby="pages-heading">
      <header>
        <h2 id="pages-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      <ul class="own-list">
        {SITE_PAGES.map((name) => {
          const title = identityTexts[language].pages[name]
          return (
            <li class="own-item">
              <strong>{title}</strong>
              <span class="own-actions">
                {LANGUAGES.map((of) => {
                  const isWritten = written.some((page) => page.name === name && page.language === of)
                  return (
                    <a
                      class={isWritten ? 'button small' : 'button small quiet'}
                      href={`/admin/pages/${name}?language=${of}`}
                      aria-label={text.edit(title, text.languages[of])}
                      title={isWritten ? undefined : text.notWritten}
                    >
                      <Icon name={isWritten ? 'check' : 'pen'} />
                      {text.languages[of]}
                    </a>
                  )
                })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
