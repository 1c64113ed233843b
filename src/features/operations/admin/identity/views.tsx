import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { SitePage, SitePageName } from '#db/schema/core.ts'
import { SITE_PAGES } from '#db/values.ts'
import {
  LABEL_MAX,
  LINK_URL_MAX,
  LINKS_MAX,
  NAME_MAX,
  TAGLINE_MAX,
} from '#features/core/identity/change.ts'
import {
  type Identity,
  identityTexts,
  PRODUCT_NAME,
  sitePagePath,
} from '#features/core/identity/identity.ts'
import { sitePageForm } from '#features/operations/admin/frame/hooks.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import { adminIdentityTexts } from '#features/operations/admin/identity/text.ts'
import {
  DescriptionCard,
  LanguageCard,
} from '#features/operations/admin/identity/views-language.tsx'
import { LogosCard } from '#features/operations/admin/identity/views-logos.tsx'
import { writeBody } from '#features/pages/studio/hooks.ts'
import { writeTexts } from '#features/pages/studio/write/text-write.ts'
import { EditorParts, Toolbar } from '#features/pages/studio/write/views-write-toolbar.tsx'
import { PINNED_MAX, type Pinned } from '#features/publishing/lists/pinned.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, Card, Icon, NeedsScript } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'
import { fieldError } from '#web/components/hooks.ts'

type Text = AdminText & (typeof adminIdentityTexts)['en']

const sitePageTexts = bilingual({
  lead: [
    '使用文章编辑器编写，完成后会在每个页面的底部显示链接。只写一种语言时，所有读者都会看到它。',
    'Written in the post editor and linked in the footer of every page. If you write only one language, everyone sees that one.',
  ],
  edit: [
    (name: string, language: string) => `${language}：编辑“${name}”`,
    (name: string, language: string) => `${language}: edit “${name}”`,
  ],
  notWritten: ['尚未编写', 'Not written yet'],
  languages: {
    'zh-CN': ['中文', 'Chinese'],
    en: ['英文', 'English'],
  },
  back: ['我的站点', 'My site'],
  placeholder: [
    '在这里编写页面内容……清空后保存会移除这个页面。',
    'Write your page… Saving an empty page removes it.',
  ],
  saved: ['已保存，对读者可见。', 'Saved. Readers can see it now.'],
  removed: ['页面已移除。', 'Page removed.'],
  view: ['查看页面', 'View page'],
  restored: ['已恢复此浏览器中未保存的内容。', 'Unsaved changes from this browser were restored.'],
  uploading: ['图片还在上传，请稍候。', 'An image is still uploading. Please wait.'],
})

/** The names and languages of the site pages that exist. */
export type WrittenPages = Pick<SitePage, 'name' | 'language'>[]

interface IdentityViewProps {
  identity: Identity
  written: WrittenPages
  pinned: Pinned[]
  language: Language
}

/** The page "Name and look", with one card per part. */
export function IdentityView({ identity, written, pinned, language }: IdentityViewProps) {
  const text = { ...adminTexts[language], ...adminIdentityTexts[language] }
  return (
    <div class="stack identity">
      <p class="soft">{text.lead}</p>
      <LanguageCard {...{ identity, language }} />
      <BasicsCard {...{ identity, text }} />
      <DescriptionCard {...{ identity, language }} />
      <LogosCard {...{ identity, language }} />
      <PagesCard {...{ identity, written, language }} />
      <PinnedCard {...{ pinned, text }} />
      <LinksCard {...{ identity, text }} />
    </div>
  )
}

function cardOf(id: keyof Text['cards'], { cards }: Pick<Text, 'cards'>) {
  return { id, heading: `${id}-heading`, title: cards[id] }
}

interface PartProps {
  identity: Identity
  text: Text
}

function BasicsCard({ identity, text }: PartProps) {
  return (
    <Card {...cardOf('name', text)} lead={text.basicsLead}>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="form narrow">
        <Field
          name="name"
          id="site-name"
          label={text.name}
          value={identity.name ?? ''}
          placeholder={PRODUCT_NAME}
          maxlength={NAME_MAX}
        />
        {identity.languages.includes('zh-CN') && (
          <Field
            name="tagline_zh"
            label={text.taglineZh}
            value={identity.tagline_zh ?? ''}
            placeholder={identityTexts['zh-CN'].tagline}
            maxlength={TAGLINE_MAX}
          />
        )}
        {identity.languages.includes('en') && (
          <Field
            name="tagline_en"
            label={text.taglineEn}
            value={identity.tagline_en ?? ''}
            placeholder={identityTexts.en.tagline}
            {...(identity.languages.length > 1 && { hint: text.taglineHint })}
            maxlength={TAGLINE_MAX}
          />
        )}
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

interface PagesCardProps {
  identity: Identity
  written: WrittenPages
  language: Language
}

function PagesCard({ identity, written, language }: PagesCardProps) {
  const text = sitePageTexts[language]
  return (
    <Card {...cardOf('pages', adminIdentityTexts[language])} lead={text.lead}>
      <ul class="own-list">
        {SITE_PAGES.map((name) => {
          const title = identityTexts[language].pages[name]
          return (
            <li class="own-item line loose apart">
              <strong>{title}</strong>
              <span class="row">
                {identity.languages.map((of) => {
                  const isWritten = written.some(
                    (page) => page.name === name && page.language === of,
                  )
                  return (
                    <a
                      class={isWritten ? 'button small' : 'button small quiet'}
                      href={`/admin/pages/${name}?language=${of}`}
                      aria-label={text.edit(title, text.languages[of])}
                      title={isWritten ? undefined : text.notWritten}
                    >
                      <Icon name={isWritten ? 'check' : 'pen'} />
                      {text.languages[of]}
                    </a>
                  )
                })}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function PinnedCard({ pinned, text }: { pinned: Pinned[]; text: Text }) {
  return (
    <Card {...cardOf('pinned', text)} lead={text.pinnedLead}>
      <OwnList
        items={pinned.map(({ post_id, title }) => ({
          words: <a href={postPath(post_id)}>{title}</a>,
          api: `DELETE /api/admin/pinned-posts/${post_id}`,
          label: text.unpin(title),
        }))}
        toast={text.unpinned}
      />
      {pinned.length < PINNED_MAX && (
        <ApiForm
          api="POST /api/admin/pinned-posts"
          after="reload"
          toast={text.pinnedNow}
          class="form narrow"
        >
          <Field name="post" label={text.post} hint={text.postHint} maxlength={500} required />
          <Submit label={text.pin} tone="" />
        </ApiForm>
      )}
    </Card>
  )
}

function LinksCard({ identity: { links }, text }: PartProps) {
  return (
    <Card {...cardOf('links', text)} lead={text.linksLead}>
      <OwnList
        items={links.map(({ id, label, url }) => ({
          words: (
            <>
              <strong>{label}</strong> <span class="soft">{url}</span>
            </>
          ),
          api: `DELETE /api/admin/identity/links/${id}`,
          label: text.removeOf(label),
        }))}
        toast={text.removed}
      />
      {links.length < LINKS_MAX && (
        <ApiForm
          api="POST /api/admin/identity/links"
          after="reload"
          toast={text.added}
          class="form narrow"
        >
          <Field name="label" label={text.label} maxlength={LABEL_MAX} required />
          <Field
            name="url"
            label={text.url}
            hint={text.urlHint}
            maxlength={LINK_URL_MAX}
            required
          />
          <Submit label={text.add} tone="" />
        </ApiForm>
      )}
    </Card>
  )
}

interface OwnListProps {
  items: { words: Child; api: `DELETE /api/${string}`; label: string }[]
  toast: string
}

/** Items, each with a button that removes it. */
function OwnList({ items, toast }: OwnListProps) {
  if (items.length === 0) return null
  return (
    <ul class="own-list">
      {items.map(({ words, api, label }) => (
        <li class="own-item line loose apart">
          <span class="breaks">{words}</span>
          <ApiButton
            api={api}
            after="reload"
            toast={toast}
            button="button quiet icon"
            label={label}
          >
            <Icon name="close" />
          </ApiButton>
        </li>
      ))}
    </ul>
  )
}

interface WritePageProps {
  name: SitePageName
  /** The language of the page text. */
  of: Language
  page: SitePage | null
  language: Language
}

/** The form of a site page with the post editor; client/entries/site-page.ts starts the editor. */
export function WritePageView({ name, of, page, language }: WritePageProps) {
  const text = sitePageTexts[language]
  const write = writeTexts[language]
  const { saved, removed, restored, uploading } = text
  const facts = {
    name,
    language: of,
    version: page?.version ?? null,
    saved,
    removed,
    restored,
    uploading,
  }
  return (
    <>
      <link rel="stylesheet" href={asset('editor.css')} />
      <form class="write-page stack" method="post" novalidate {...sitePageForm({ facts })}>
        <div class="write-bar stack tight">
          <div class="write-row line">
            <a class="button quiet small" href="/admin/identity#pages" aria-label={text.back}>
              <Icon name="chevron" class="to-left" />
              <span class="wide-only">{text.back}</span>
            </a>
            <p class="save-state faint small" />
            {page && (
              <a class="button small quiet" href={sitePagePath(name)} aria-label={text.view}>
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
            {identityTexts[language].pages[name]} <small class="faint">{text.languages[of]}</small>
          </h1>
          <div
            class="write-body"
            {...writeBody({ label: write.body, placeholder: text.placeholder })}
            aria-busy="true"
          >
            <div class="prose">{raw(page?.body ?? '')}</div>
          </div>
          <p class="field-error" {...fieldError({ field: 'body' })} role="alert" hidden />
        </div>
      </form>
      <EditorParts language={language} />
    </>
  )
}
