import { type Identity, identityTexts, languagesOf } from '#features/core/identity/identity.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { LanguageFields } from '#features/operations/admin/frame/views-languages.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/elements.tsx'
import { TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'

const languageTexts = bilingual({
  title: ['语言', 'Language'],
  lead: [
    '页面、邮件、订阅源和搜索结果的语言。只提供一种语言时，读者看不到语言切换。',
    'The language of pages, mails, feeds and search results. With one language, readers see no language switch.',
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
  return <TextField {...props} value={value ?? ''} rows={3} />
}
