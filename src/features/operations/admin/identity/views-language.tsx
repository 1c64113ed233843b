import { DESCRIPTION_MAX } from '#features/core/identity/change.ts'
import { type Identity, identityTexts, languagesOf } from '#features/core/identity/identity.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { bilingual, LANGUAGES, type Language, type SiteLanguages } from '#kernel/i18n.ts'
import { Card } from '#web/components/elements.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { fieldError } from '#web/components/hooks.ts'

const languageTexts = bilingual({
  title: ['语言', 'Language'],
  lead: [
    '页面、邮件、订阅源和搜索结果的语言。只提供一种语言时，读者看不到语言切换。',
    'The language of pages, mails, feeds and search results. With one language, readers see no language switch.',
  ],
  offered: ['提供的语言', 'Offered languages'],
  fallback: ['默认语言', 'Default language'],
  fallbackHint: [
    '用于没有语言偏好的读者、搜索引擎和订阅程序。',
    'For readers without a preference, search engines and feed readers.',
  ],
  descriptionTitle: ['站点介绍', 'Description of the site'],
  descriptionLead: [
    '搜索引擎、订阅源和分享卡片显示它。留空则使用一句话介绍。',
    'Search engines, feeds and link previews show it. If empty, they show the tagline.',
  ],
  description: {
    zh: ['介绍（中文）', 'Description (Chinese)'],
    en: ['介绍（英文）', 'Description (English)'],
  },
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
  const text = languageTexts[language]
  return (
    <>
      <fieldset class="field">
        <legend>{text.offered}</legend>
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

interface CardProps {
  identity: Identity
  language: Language
}

export function LanguageCard({ identity, language }: CardProps) {
  const text = languageTexts[language]
  const { save, saved } = adminTexts[language]
  return (
    <Card id="language" heading="language-heading" title={text.title} lead={text.lead}>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={saved} class="form narrow">
        <LanguageFields languages={languagesOf(identity)} language={language} />
        <Submit label={save} />
      </ApiForm>
    </Card>
  )
}

/** A site with one language has one description. */
export function DescriptionCard({ identity, language }: CardProps) {
  const text = languageTexts[language]
  const { save, saved } = adminTexts[language]
  const { languages, description_zh, description_en } = identity
  const placeholder = (of: Language) => identityTexts[of].description(identity.name ?? 'Joule')
  return (
    <Card
      id="description"
      heading="description-heading"
      title={text.descriptionTitle}
      lead={text.descriptionLead}
    >
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={saved} class="form narrow">
        <DescriptionField
          name="description.zh"
          label={text.description.zh}
          value={description_zh}
          placeholder={placeholder('zh-CN')}
          isShown={languages.includes('zh-CN')}
        />
        <DescriptionField
          name="description.en"
          label={text.description.en}
          value={description_en}
          placeholder={placeholder('en')}
          isShown={languages.includes('en')}
        />
        <Submit label={save} />
      </ApiForm>
    </Card>
  )
}

interface DescriptionFieldProps {
  name: string
  label: string
  value: string | null
  placeholder: string
  isShown: boolean
}

/** The field of a language that the site does not offer is hidden and keeps its text. */
function DescriptionField({ isShown, value, ...props }: DescriptionFieldProps) {
  if (!isShown) return <input type="hidden" name={props.name} value={value ?? ''} />
  return <TextField {...props} value={value ?? ''} rows={3} maxlength={DESCRIPTION_MAX} />
}
