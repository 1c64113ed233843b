import type { SitePage } from '#db/schema/identity.ts'
import { identityTexts } from '#features/core/identity/words.ts'
import { PostBody } from '#features/pages/reading/views-body.tsx'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { Time } from '#web/components/time.tsx'

interface SitePageProps {
  page: SitePage
  /** The body, ready for the page. */
  html: string
  language: Language
}

/** What the owner wrote about the site, set like a post. */
export function SitePageView({ page, html, language }: SitePageProps) {
  const text = identityTexts[language]
  return (
    <article class="post">
      <PageHead title={text.pages[page.name]}>
        <p>
          {text.changed} <Time value={page.updated_at} language={language} show="day" />
        </p>
      </PageHead>
      <PostBody html={html} lang={languageOfText(page.body)} />
    </article>
  )
}
