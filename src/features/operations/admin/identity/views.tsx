import type { Child } from 'hono/jsx'
import type { FooterLink, SitePage } from '#db/schema/core.ts'
import { SITE_PAGES } from '#db/values.ts'
import { CONTRAST_MIN, DEFAULT_ACCENT, shadesOf } from '#features/core/identity/accent.ts'
import { LABEL_MAX, LINK_URL_MAX, LINKS_MAX, NAME_MAX, TAGLINE_MAX } from '#features/core/identity/change.ts'
import { type Identity, identityTexts, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { LOGO_SIDE } from '#features/core/images/square.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { logoCard, logoProblem } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { type AdminIdentityText, adminIdentityTexts, sitePageTexts } from '#features/operations/admin/identity/text.ts'
import { PINNED_MAX, type Pinned } from '#features/publishing/lists/pinned.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { Button, Card, Icon, PageHead } from '#web/components/elements.tsx'
import { Field, ImageField } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'

/** Names and languages of the existing site pages. */
export type WrittenPages = Pick<SitePage, 'name' | 'language'>[]

interface IdentityViewProps {
  identity: Identity
  written: WrittenPages
  pinned: Pinned[]
  language: Language
}

/** The page "My site", with one card per setting. */
export function IdentityView({ identity, written, pinned, language }: IdentityViewProps) {
  const text = adminIdentityTexts[language]
  const shell = shellTexts[language]
  return (
    <>
      <PageHead title={adminTexts[language].nav.identity} lead={text.lead} />
      <div class="stack identity">
        <BasicsCard {...{ identity, text, shell }} />
        <AccentCard accent={identity.accent} {...{ text, shell }} />
        <LogoCard {...{ identity, text }} />
        <PagesCard {...{ written, language }} />
        <PinnedCard {...{ pinned, text, shell }} />
        <LinksCard links={identity.links} {...{ text, shell }} />
      </div>
    </>
  )
}

function cardOf(id: keyof AdminIdentityText['cards'], { cards }: AdminIdentityText) {
  return { id, heading: `${id}-heading`, title: cards[id] }
}

interface PartProps {
  text: AdminIdentityText
  shell: ShellText
}

function BasicsCard({ identity, text, shell }: PartProps & { identity: Identity }) {
  return (
    <Card {...cardOf('name', text)} lead={text.basicsLead}>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} text={shell} class="form narrow">
        <Field
          name="name"
          id="site-name"
          label={text.name}
          value={identity.name ?? ''}
          placeholder={PRODUCT_NAME}
          maxlength={NAME_MAX}
        />
        <Field
          name="tagline_zh"
          label={text.taglineZh}
          value={identity.tagline_zh ?? ''}
          placeholder={identityTexts['zh-CN'].tagline}
          maxlength={TAGLINE_MAX}
        />
        <Field
          name="tagline_en"
          label={text.taglineEn}
          value={identity.tagline_en ?? ''}
          placeholder={identityTexts.en.tagline}
          hint={text.taglineHint}
          maxlength={TAGLINE_MAX}
        />
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

/** Choosing an image uploads it: client/admin/logo.ts. */
function LogoCard({ identity, text }: { identity: Identity; text: AdminIdentityText }) {
  return (
    <Card
      {...cardOf('logo', text)}
      lead={text.logoLead(LOGO_SIDE)}
      hooks={logoCard({ saved: text.saved, unreadable: text.unreadable })}
    >
      <div class="logo-choice">
        <Mark identity={identity} />
        <ImageField id="logo-image" label={text.choose} accept="image/*" problem={logoProblem()}>
          {identity.logo_key !== null && (
            <ApiButton api="DELETE /api/admin/identity/logo" after="reload" toast={text.removed} button="button quiet">
              {text.removeLogo}
            </ApiButton>
          )}
        </ImageField>
      </div>
    </Card>
  )
}

function PagesCard({ written, language }: { written: WrittenPages; language: Language }) {
  const text = sitePageTexts[language]
  return (
    <Card {...cardOf('pages', adminIdentityTexts[language])} lead={text.lead}>
      <ul class="own-list">
        {SITE_PAGES.map((name) => {
          const title = identityTexts[language].pages[name]
          return (
            <li class="own-item">
              <strong>{title}</strong>
              <span class="own-actions">
                {LANGUAGES.map((of) => {
                  const isWritten = written.some((page) => page.name === name && page.language === of)
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

function PinnedCard({ pinned, text, shell }: PartProps & { pinned: Pinned[] }) {
  return (
    <Card {...cardOf('pinned', text)} lead={text.pinnedLead(PINNED_MAX)}>
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
          text={shell}
          class="form narrow"
        >
          <Field name="post" label={text.post} hint={text.postHint} maxlength={500} required />
          <Submit label={text.pin} tone="" />
        </ApiForm>
      )}
    </Card>
  )
}

function LinksCard({ links, text, shell }: PartProps & { links: FooterLink[] }) {
  return (
    <Card {...cardOf('links', text)} lead={text.linksLead(LINKS_MAX)}>
      <OwnList
        items={links.map(({ id, label, url }) => ({
          words: (
            <>
              <strong>{label}</strong> <span class="soft">{url}</span>
            </>
          ),
          api: `DELETE /api/admin/identity/links/${id}`,
          label: text.remove(label),
        }))}
        toast={text.removed}
      />
      {links.length < LINKS_MAX && (
        <ApiForm
          api="POST /api/admin/identity/links"
          after="reload"
          toast={text.added}
          text={shell}
          class="form narrow"
        >
          <Field name="label" label={text.label} maxlength={LABEL_MAX} required />
          <Field name="url" label={text.url} hint={text.urlHint} maxlength={LINK_URL_MAX} required />
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
        <li class="own-item">
          <span class="own-words">{words}</span>
          <ApiButton api={api} after="reload" toast={toast} button="button quiet icon" label={label}>
            <Icon name="close" />
          </ApiButton>
        </li>
      ))}
    </ul>
  )
}

function AccentCard({ accent, text, shell }: { accent: string | null; text: AdminIdentityText; shell: ShellText }) {
  return (
    <Card {...cardOf('accent', text)} lead={text.accentLead(CONTRAST_MIN)}>
      <div class="accent-forms">
        <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} text={shell} class="accent-form">
          <Field name="accent" id="accent-colour" type="color" label={text.colour} value={accent ?? DEFAULT_ACCENT} />
          <Button type="submit" kind="primary needs-script" label={text.save} />
        </ApiForm>
        {accent !== null && (
          <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} class="accent-form">
            <input type="hidden" name="accent" value="" />
            <Button type="submit" kind="quiet needs-script" label={text.reset} />
          </ApiForm>
        )}
      </div>
      {accent !== null && <Samples accent={accent} text={text} />}
    </Card>
  )
}

/** Shows the accent colour in both themes. */
function Samples({ accent, text }: { accent: string; text: AdminIdentityText }) {
  const shades = shadesOf(accent)
  return (
    <div class="accent-samples">
      {(['light', 'dark'] as const).map((scheme) => (
        <div class="accent-sample" style={`color-scheme:${scheme}`}>
          <span>{text[scheme]}</span>
          <span style={`color:${shades[scheme].accent}`}>{text.sampleLink}</span>
          <span class="accent-button" style={`background:${shades[scheme].accent};color:${shades[scheme].on}`}>
            {text.sampleButton}
          </span>
          <span class="accent-button" style={`background:${shades[scheme].soft};color:${shades[scheme].strong}`}>
            Aa
          </span>
        </div>
      ))}
    </div>
  )
}
