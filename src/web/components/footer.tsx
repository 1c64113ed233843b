import type { FooterLink } from '#db/schema/identity.ts'
import type { Brand } from '#features/identity/identity.ts'
import type { Viewer } from '#features/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'
import { remembered } from '#web/components/remembered.ts'
import { LanguageSwitch, ThemeSwitch } from '#web/components/switches.tsx'
import { linksOf } from '#web/navigation.ts'
import { type ShellText, shellTexts } from '#web/text.ts'

interface FooterProps {
  viewer: Viewer | null
  language: Language
  text: ShellText
  brand: Brand
  links: FooterLink[]
}

export function Footer(props: FooterProps) {
  const { viewer, language, brand, links } = props
  return viewer === null ? visitorsFooter({ language, brand, links }) : <Links {...props} />
}

const visitorsFooter = remembered<Pick<FooterProps, 'language' | 'brand' | 'links'>>(({ language, ...site }) => (
  <Links viewer={null} language={language} text={shellTexts[language]} {...site} />
))

function Links({ viewer, language, text, brand, links }: FooterProps) {
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
                <a class="footer-link" href={href}>
                  {text.nav[name]}
                </a>
              </li>
            ))}
            {links.map(({ label, url }) => (
              <li>
                <a class="footer-link" href={url}>
                  {label}
                </a>
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
