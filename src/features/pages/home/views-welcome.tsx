import type { Brand } from '#features/core/identity/identity.ts'
import { Sunrise } from '#features/pages/home/sunrise.tsx'
import { siteTexts } from '#features/pages/home/text-welcome.ts'
import type { Language } from '#kernel/i18n.ts'

/** What the site is, above the posts, for those who see it for the first time: in the words of its owner, if there are any. */
export function Welcome({ brand, language }: { brand: Brand; language: Language }) {
  const text = siteTexts[language].home
  return (
    <section class="welcome">
      <div class="welcome-words">
        <h1>{brand.isOwn ? brand.tagline : text.heading}</h1>
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
