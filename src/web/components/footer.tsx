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
}

export function Footer(props: FooterProps) {
  return props.viewer === null ? visitorsFooter({ language: props.language }) : <Links {...props} />
}

const visitorsFooter = remembered<{ language: Language }>(({ language }) => (
  <Links viewer={null} language={language} text={shellTexts[language]} />
))

function Links({ viewer, language, text }: FooterProps) {
  return (
    <footer class="footer">
      <div class="within">
        <p>
          <strong>{text.siteName}</strong> · {text.tagline}
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
