import type { Child } from 'hono/jsx'
import {
  LABEL_MAX,
  LINK_URL_MAX,
  LINKS_MAX,
  NAME_MAX,
  TAGLINE_MAX,
} from '#features/core/identity/change.ts'
import { type Identity, identityTexts, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import { adminIdentityTexts } from '#features/operations/admin/identity/text.ts'
import {
  DescriptionCard,
  LanguageCard,
} from '#features/operations/admin/identity/views-language.tsx'
import { LogosCard } from '#features/operations/admin/identity/views-logos.tsx'
import { PINNED_MAX, type Pinned } from '#features/publishing/lists/pinned.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, Icon } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'

type Text = AdminText & (typeof adminIdentityTexts)['en']

interface IdentityViewProps {
  identity: Identity
  pinned: Pinned[]
  language: Language
}

/** The page "Name and look", with one card per part. */
export function IdentityView({ identity, pinned, language }: IdentityViewProps) {
  const text = { ...adminTexts[language], ...adminIdentityTexts[language] }
  return (
    <div class="stack identity">
      <p class="soft">{text.lead}</p>
      <LanguageCard {...{ identity, language }} />
      <BasicsCard {...{ identity, text }} />
      <DescriptionCard {...{ identity, language }} />
      <LogosCard {...{ identity, language }} />
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
