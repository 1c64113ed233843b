import type { Identity } from '#features/core/identity/identity.ts'
import {
  FOOTER_TEXT_MAX,
  type HomeBlock,
  NAVIGATION_LABEL_MAX,
  NAVIGATION_MAX,
  NAVIGATION_URL_MAX,
} from '#features/core/identity/layout.ts'
import { HOME_TEXT } from '#features/core/identity/own-page.ts'
import { orderButton, orderedItem } from '#features/operations/admin/frame/hooks.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import { adminLayoutTexts } from '#features/operations/admin/layout/text.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { Badge, Card, IconButton } from '#web/components/elements.tsx'
import { Field, TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'

type Text = AdminText & (typeof adminLayoutTexts)['en']

interface PartProps {
  identity: Identity
  text: Text
}

export function LayoutView({ identity, language }: { identity: Identity; language: Language }) {
  const text = { ...adminTexts[language], ...adminLayoutTexts[language] }
  return (
    <div class="stack identity">
      <NavigationCard {...{ identity, text }} />
      <FooterCard {...{ identity, text }} />
      <HomeCard {...{ identity, text }} />
    </div>
  )
}

/** The form has a row for each link and an empty one. Rows without a value are not sent. */
function NavigationCard({ identity: { layout, languages }, text }: PartProps) {
  const links = layout.navigation.map(({ label, url }) => ({ zh: label.zh, en: label.en, url }))
  const rows = [...links, { zh: null, en: null, url: '' }].slice(0, NAVIGATION_MAX)
  return (
    <Card
      id="navigation"
      heading="navigation-heading"
      title={text.navigation}
      lead={text.navigationLead}
    >
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="form">
        <ol class="ordered">
          {rows.map(({ zh, en, url }, n) => {
            const name = `navigation.#${n}`
            return (
              <li {...orderedItem()}>
                <fieldset class="navigation-link">
                  <legend class="visually-hidden">{text.link(n + 1)}</legend>
                  <LanguageField
                    name={`${name}.label.zh`}
                    label={text.labelZh}
                    value={zh}
                    isShown={languages.includes('zh-CN')}
                  />
                  <LanguageField
                    name={`${name}.label.en`}
                    label={text.labelEn}
                    value={en}
                    isShown={languages.includes('en')}
                  />
                  <Field
                    name={`${name}.url`}
                    label={text.url}
                    value={url}
                    maxlength={NAVIGATION_URL_MAX}
                  />
                </fieldset>
                <OrderButtons text={text} />
              </li>
            )
          })}
        </ol>
        <p class="field-hint">{text.urlHint}</p>
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

interface LanguageFieldProps {
  name: string
  label: string
  value: string | null
  isShown: boolean
}

/** The field of a language that the site does not offer is hidden and keeps its text. */
function LanguageField({ isShown, value, ...props }: LanguageFieldProps) {
  if (!isShown) return <input type="hidden" name={props.name} value={value ?? ''} />
  return <Field {...props} value={value ?? ''} maxlength={NAVIGATION_LABEL_MAX} />
}

function OrderButtons({ text }: { text: Text }) {
  return (
    <span class="line tight needs-script">
      <IconButton
        {...orderButton({ by: -1 })}
        icon="chevron"
        kind="quiet small to-top"
        label={text.earlier}
      />
      <IconButton
        {...orderButton({ by: 1 })}
        icon="chevron"
        kind="quiet small to-bottom"
        label={text.later}
      />
    </span>
  )
}

function FooterCard({ identity: { layout, languages }, text }: PartProps) {
  const { zh, en } = layout.footer_text
  return (
    <Card id="footer" heading="footer-heading" title={text.footer} lead={text.footerLead}>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="form narrow">
        {languages.includes('zh-CN') && (
          <TextField
            name="footer_text.zh"
            label={text.footerZh}
            value={zh ?? ''}
            maxlength={FOOTER_TEXT_MAX}
            rows={3}
          />
        )}
        {languages.includes('en') && (
          <TextField
            name="footer_text.en"
            label={text.footerEn}
            value={en ?? ''}
            maxlength={FOOTER_TEXT_MAX}
            rows={3}
          />
        )}
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

const IN_SIDE: ReadonlySet<HomeBlock> = new Set(['hot', 'authors', 'comments', 'tags'])

function HomeCard({ identity: { layout, languages }, text }: PartProps) {
  return (
    <Card id="home" heading="home-heading" title={text.home} lead={text.homeLead}>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="form">
        <ol class="ordered">
          {layout.home.map(({ block, on }, n) => (
            <li class="line apart" {...orderedItem()}>
              <span class="row">
                <label class="check beside">
                  <input type="hidden" name={`home.#${n}.block`} value={block} />
                  <input type="checkbox" name={`home.#${n}.on`} checked={on} />
                  {text.blocks[block]}
                </label>
                {IN_SIDE.has(block) && <Badge>{text.side}</Badge>}
              </span>
              <OrderButtons text={text} />
            </li>
          ))}
        </ol>
        <p class="row">
          {text.write}
          {LANGUAGES.filter((each) => languages.includes(each)).map((each) => (
            <a href={`/admin/pages/${HOME_TEXT}?language=${each}`} lang={each}>
              {NAMES[each]}
            </a>
          ))}
        </p>
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

const NAMES: Record<Language, string> = { 'zh-CN': '中文', en: 'English' }
