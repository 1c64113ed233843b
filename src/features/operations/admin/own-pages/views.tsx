import { raw } from 'hono/html'
import type { SitePage } from '#db/schema/core.ts'
import { PAGE_PLACES, SITE_PAGES } from '#db/values.ts'
import { type Identity, identityTexts } from '#features/core/identity/identity.ts'
import { HOME_TEXT, ownPagePath, titleIn } from '#features/core/identity/own-page.ts'
import { sitePageForm } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  OWN_PAGES_MAX,
  PAGE_TITLE_MAX,
  type PageSummary,
  SLUG_MAX,
} from '#features/operations/admin/own-pages/change.ts'
import { ownPageTexts } from '#features/operations/admin/own-pages/text.ts'
import { writeBody } from '#features/pages/studio/hooks.ts'
import { writeTexts } from '#features/pages/studio/write/text-write.ts'
import { EditorParts, Toolbar } from '#features/pages/studio/write/views-write-toolbar.tsx'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Badge, Button, Card, Icon, NeedsScript } from '#web/components/elements.tsx'
import { Field, SelectField } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'
import { fieldError } from '#web/components/hooks.ts'

type Text = (typeof ownPageTexts)['en']

/** The names and languages of the fixed pages that exist. */
export type WrittenPages = Pick<SitePage, 'name' | 'language'>[]

interface PagesViewProps {
  identity: Identity
  written: WrittenPages
  pages: PageSummary[]
  language: Language
}

export function PagesView({ identity, written, pages, language }: PagesViewProps) {
  const text = ownPageTexts[language]
  const { languages } = identity
  return (
    <div class="stack identity">
      <Card id="fixed" heading="fixed-heading" title={text.fixed} lead={text.fixedLead}>
        <ul class="own-list">
          {SITE_PAGES.map((name) => {
            const title = identityTexts[language].pages[name]
            const isWritten = (of: Language) =>
              written.some((page) => page.name === name && page.language === of)
            return (
              <li class="own-item line loose apart">
                <strong>{title}</strong>
                <TextLinks {...{ slug: name, title, languages, isWritten, text }} />
              </li>
            )
          })}
        </ul>
      </Card>
      <Card id="own" heading="own-heading" title={text.own} lead={text.ownLead}>
        {pages.length === 0 ? (
          <p class="soft">{text.none}</p>
        ) : (
          <ul class="own-list">
            {pages.map((page) => (
              <OwnPageItem {...{ page, languages, language }} />
            ))}
          </ul>
        )}
      </Card>
      {pages.length < OWN_PAGES_MAX && (
        <Card id="new-page" heading="new-page-heading" title={text.addTitle}>
          <ApiForm
            api="POST /api/admin/pages"
            after={`goto:/admin/pages/{slug}?language=${languages.includes(language) ? language : languages[0]}`}
            class="form narrow"
          >
            <Field
              name="slug"
              label={text.slug}
              hint={text.slugHint}
              maxlength={SLUG_MAX}
              required
            />
            <PageFields id="new" languages={languages} text={text} place="footer" />
            <Submit label={text.add} />
          </ApiForm>
        </Card>
      )}
    </div>
  )
}

interface TextLinksProps {
  slug: string
  title: string
  languages: readonly Language[]
  isWritten: (language: Language) => boolean
  text: Text
}

/** For each language of the site, a link to the editor of the text. */
export function TextLinks({ slug, title, languages, isWritten, text }: TextLinksProps) {
  return (
    <span class="row">
      {languages.map((of) => (
        <a
          class={isWritten(of) ? 'button small' : 'button small quiet'}
          href={`/admin/pages/${slug}?language=${of}`}
          aria-label={text.edit(title, text.languages[of])}
          title={isWritten(of) ? undefined : text.notWritten}
        >
          <Icon name={isWritten(of) ? 'check' : 'pen'} />
          {text.languages[of]}
        </a>
      ))}
    </span>
  )
}

interface OwnPageItemProps {
  page: PageSummary
  languages: readonly Language[]
  language: Language
}

function OwnPageItem({ page, languages, language }: OwnPageItemProps) {
  const text = ownPageTexts[language]
  const { save, saved } = adminTexts[language]
  const { slug, place } = page
  const title = titleIn(page, language)
  const isWritten = (of: Language) => page[of === 'en' ? 'en' : 'zh'] === 1
  const path = ownPagePath(slug)
  return (
    <li class="own-item">
      <div class="row loose apart">
        <span class="breaks">
          <strong>{title}</strong>{' '}
          {page.zh + page.en > 0 ? <a href={path}>{path}</a> : <span class="soft">{path}</span>}{' '}
          {place !== 'none' && <Badge>{text.places[place]}</Badge>}
        </span>
        <TextLinks {...{ slug, title, languages, isWritten, text }} />
      </div>
      <details>
        <summary aria-label={text.details(title)}>{text.settings}</summary>
        <ApiForm
          api={`PUT /api/admin/pages/${slug}`}
          after="reload"
          toast={saved}
          class="form narrow"
        >
          <PageFields id={slug} {...{ languages, text, place }} page={page} />
          <Submit label={save} />
        </ApiForm>
        <ApiButton
          api={`DELETE /api/admin/pages/${slug}`}
          after="reload"
          toast={text.pageRemoved}
          confirm={{ title: text.removeTitle, body: text.removeBody, button: text.remove }}
          button="button small quiet"
        >
          {text.remove}
        </ApiButton>
      </details>
    </li>
  )
}

interface PageFieldsProps {
  /** Part of the ids of the fields, because the admin page has several such forms. */
  id: string
  languages: readonly Language[]
  text: Text
  place: (typeof PAGE_PLACES)[number]
  page?: PageSummary
}

function PageFields({ id, languages, text, place, page }: PageFieldsProps) {
  return (
    <>
      {languages.includes('zh-CN') && (
        <Field
          name="title.zh"
          id={`${id}-title-zh`}
          label={text.titleZh}
          value={page?.title_zh ?? ''}
          maxlength={PAGE_TITLE_MAX}
        />
      )}
      {languages.includes('en') && (
        <Field
          name="title.en"
          id={`${id}-title-en`}
          label={text.titleEn}
          value={page?.title_en ?? ''}
          maxlength={PAGE_TITLE_MAX}
        />
      )}
      <p class="field-error" {...fieldError({ field: 'title' })} hidden />
      <SelectField
        name="in"
        id={`${id}-in`}
        label={text.place}
        value={place}
        options={PAGE_PLACES.map((each) => [each, text.places[each]])}
      />
    </>
  )
}

interface WritePageProps {
  slug: string
  title: string
  body: string | null
  version: number | null
  /** The address of the page. Null while it is not public. */
  path: string | null
  /** The language of the text. */
  of: Language
  language: Language
}

/** The form of a page with the post editor; client/entries/site-page.ts starts the editor. */
export function WritePageView(props: WritePageProps) {
  const { slug, title, body, version, path, of, language } = props
  const text = ownPageTexts[language]
  const write = writeTexts[language]
  const { saved, removed, restored, uploading } = text
  const facts = { name: slug, language: of, version, saved, removed, restored, uploading }
  return (
    <>
      <link rel="stylesheet" href={asset('editor.css')} />
      <form class="write-page stack" method="post" novalidate {...sitePageForm({ facts })}>
        <div class="write-bar stack tight">
          <div class="write-row line">
            <a
              class="button quiet small"
              href={slug === HOME_TEXT ? '/admin/layout#home' : '/admin/pages'}
              aria-label={text.back}
            >
              <Icon name="chevron" class="to-left" />
              <span class="wide-only">{text.back}</span>
            </a>
            <p class="save-state faint small" />
            {path !== null && (
              <a class="button small quiet" href={path} aria-label={text.view}>
                <Icon name="eye" />
                <span class="wide-only">{text.view}</span>
              </a>
            )}
            <Button
              type="submit"
              kind="small primary needs-script"
              label={adminTexts[language].save}
            />
          </div>
          <Toolbar text={write} />
        </div>
        <NeedsScript text={write} />
        <div class="write-sheet stack" lang={of}>
          <h1>
            {title} <small class="faint">{text.languages[of]}</small>
          </h1>
          <div
            class="write-body"
            {...writeBody({ label: write.body, placeholder: text.placeholder })}
            aria-busy="true"
          >
            <div class="prose">{raw(body ?? '')}</div>
          </div>
          <p class="field-error" {...fieldError({ field: 'body' })} role="alert" hidden />
        </div>
      </form>
      <EditorParts language={language} />
    </>
  )
}
