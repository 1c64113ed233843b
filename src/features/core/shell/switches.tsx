import type { ShellText } from '#features/core/shell/text.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/elements.tsx'
import { themeChoice } from '#web/components/hooks.ts'

/**
 * The choice of the light, the dark or the system theme. The browser marks the current choice,
 * because cached pages are the same for all themes.
 */
export function ThemeSwitch({ text }: { text: ShellText }) {
  return (
    <>
      <fieldset class="segmented needs-script" aria-label={text.theme}>
        {themesIn(text).map(({ value, icon, label }) => (
          <button
            type="button"
            {...themeChoice({ theme: value })}
            aria-pressed="false"
            aria-label={label}
            title={label}
          >
            <Icon name={icon} />
          </button>
        ))}
      </fieldset>
      <noscript>
        <form method="post" action="/look">
          <fieldset class="segmented" aria-label={text.theme}>
            {themesIn(text).map(({ value, label }) => (
              <button type="submit" name="theme" value={value}>
                {label}
              </button>
            ))}
          </fieldset>
        </form>
      </noscript>
    </>
  )
}

function themesIn(text: ShellText) {
  return [
    { value: 'light', icon: 'sun', label: text.themeLight },
    { value: 'dark', icon: 'moon', label: text.themeDark },
    { value: 'auto', icon: 'desktop', label: text.themeAuto },
  ] as const
}

const NAMES: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }

/** A form that works without JavaScript. features/core/site/look-pages.ts handles it. */
export function LanguageSwitch({ text, language }: { text: ShellText; language: Language }) {
  return (
    <form method="post" action="/look">
      <fieldset class="segmented" aria-label={text.language}>
        {LANGUAGES.map((choice) => (
          <button
            type="submit"
            name="lang"
            value={choice}
            lang={choice}
            aria-pressed={choice === language ? 'true' : 'false'}
          >
            {NAMES[choice]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
