import { siteTexts } from '#features/site/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Sunrise } from '#web/components/sunrise.tsx'

/** What Joule is, above the posts, for those who see it for the first time. */
export function Welcome({ language }: { language: Language }) {
  const text = siteTexts[language].home
  return (
    <section class="welcome">
      <div class="welcome-words">
        <h1>{text.heading}</h1>
        <p>{text.lead}</p>
        <div class="form-actions">
          <a class="button primary" href="/register">
            {text.join}
          </a>
          <a class="button" href="/help">
            {text.more}
          </a>
        </div>
      </div>
      <Sunrise />
    </section>
  )
}
