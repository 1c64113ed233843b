import { bilingual, LANGUAGES, type Language, type SiteLanguages } from '#kernel/i18n.ts'
import { SelectField } from '#web/components/fields.tsx'
import { fieldError } from '#web/components/hooks.ts'

const languageFieldTexts = bilingual({
  offered: ['提供的语言', 'Offered languages'],
  fallback: ['默认语言', 'Default language'],
  fallbackHint: [
    '用于没有语言偏好的读者、搜索引擎和订阅程序。',
    'For readers without a preference, search engines and feed readers.',
  ],
})

/** Each language is named in itself, so that every owner can read its name. */
const NAMES: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }

/** The fields of `PUT /api/admin/identity` for the languages of the site. */
export function LanguageFields({
  languages: { offered, fallback },
  language,
}: {
  languages: SiteLanguages
  language: Language
}) {
  const text = languageFieldTexts[language]
  return (
    <>
      <fieldset class="field">
        <legend class="field-label">{text.offered}</legend>
        {LANGUAGES.map((each) => (
          <label class="check beside" lang={each}>
            <input type="checkbox" name="languages" value={each} checked={offered.includes(each)} />
            {NAMES[each]}
          </label>
        ))}
        <p class="field-error" {...fieldError({ field: 'languages' })} />
      </fieldset>
      <SelectField
        name="default_language"
        label={text.fallback}
        hint={text.fallbackHint}
        value={fallback}
        options={LANGUAGES.map((each) => [each, NAMES[each]])}
      />
    </>
  )
}
