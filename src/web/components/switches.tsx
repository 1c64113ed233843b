import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { languageChoice, themeChoice } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import type { ShellText } from '#web/text.ts'

/** Light, dark, or as the system has it. The browser marks the pressed one: the server does not know the choice. */
export function ThemeSwitch({ text }: { text: ShellText }) {
  const choices = [
    { value: 'light', icon: 'sun', label: text.themeLight },
    { value: 'dark', icon: 'moon', label: text.themeDark },
    { value: 'auto', icon: 'desktop', label: text.themeAuto },
  ] as const
  return (
    <fieldset class="segmented needs-script" aria-label={text.theme}>
      {choices.map(({ value, icon, label }) => (
        <button type="button" {...themeChoice({ theme: value })} aria-pressed="false" aria-label={label} title={label}>
          <Icon name={icon} />
        </button>
      ))}
    </fieldset>
  )
}

const NAMES: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }

export function LanguageSwitch({ text, language }: { text: ShellText; language: Language }) {
  return (
    <fieldset class="segmented needs-script" aria-label={text.language}>
      {LANGUAGES.map((choice) => (
        <button
          type="button"
          lang={choice}
          {...languageChoice({ language: choice })}
          aria-pressed={choice === language ? 'true' : 'false'}
        >
          {NAMES[choice]}
        </button>
      ))}
    </fieldset>
  )
}
