import { identityTexts } from '#features/core/identity/default-identity.ts'
import type { Brand, Identity } from '#features/core/identity/identity.ts'
import { sitePagePath } from '#features/core/identity/site-page.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { linksOf } from '#features/core/shell/navigation.ts'
import { LanguageSwitch, ThemeSwitch } from '#features/core/shell/switches.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { memoised } from '#web/components/memoised.ts'

interface FooterProps {
  viewer: Viewer | null
  language: Language
  text: ShellText
  brand: Brand
  identity: Pick<Identity, 'links' | 'pages'>
}

export function Footer(props: FooterProps) {
  const { viewer, language, brand, identity } = props
  const { links, pages } = identity
  return viewer === null ? visitorsFooter({ language, brand, identity: { links, pages } }) : <Links {...props} />
}

const visitorsFooter = memoised<Pick<FooterProps, 'language' | 'brand' | 'identity'>>(({ language, ...site }) => (
  <Links viewer={null} language={language} text={shellTexts[language]} {...site} />
))

function Links({ viewer, language, text, brand, identity }: FooterProps) {
  return (
    <footer class="footer">
      <div class="within">
        <p>
          <strong>{brand.name}</strong> · {brand.tagline}
        </p>
        <nav aria-label={text.footerLabel}>
          <ul class="footer-links">
            {linksOf('footer', viewer).map(({ name, href }) => (
              <li>
                <a href={href}>{text.nav[name]}</a>
              </li>
            ))}
            {identity.pages.map((name) => (
              <li>
                <a href={sitePagePath(name)}>{identityTexts[language].pages[name]}</a>
              </li>
            ))}
            {identity.links.map(({ label, url }) => (
              <li>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="footer-switches">
          <LanguageSwitch text={text} language={language} />
          <ThemeSwitch text={text} />
        </div>
      </div>
    </footer>
  )
}
