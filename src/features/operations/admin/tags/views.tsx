import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import type { AdminTag } from '#features/operations/admin/tags/list.ts'
import type { TagSuggestion } from '#features/operations/admin/tags/suggestions.ts'
import { type AdminTagsText, adminTagsTexts } from '#features/operations/admin/tags/text.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { TAG_DESCRIPTION_MAX } from '#features/publishing/tags/change.ts'
import { TagMark } from '#features/publishing/tags/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { Badge, Button, Card, Notice } from '#web/components/elements.tsx'
import { Field, SelectField, TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'

const MERGE_FORM = 'merge-tags'

const apiOf = (name: string) => `/api/admin/tags/${encodeURIComponent(name)}` as const

export function TagRow({ tag, language }: { tag: AdminTag; language: Language }) {
  const text = adminTagsTexts[language]
  const { saved, remove, removeOf, removed } = adminTexts[language]
  const { name, posts_count, description, translation_of, synonyms } = tag
  return (
    <AdminRow
      avatar={
        <input
          type="checkbox"
          class="select-box"
          name="tag"
          value={name}
          form={MERGE_FORM}
          aria-label={text.select(name)}
        />
      }
      title={
        <a href={tagPath(name)}>
          <TagMark colour={tag.colour} />#{name}
        </a>
      }
      badge={tag.moving && <Badge tone="info">{text.moving}</Badge>}
      quote={description}
      actions={
        <RowAction
          api={`DELETE ${apiOf(name)}`}
          toast={removed}
          confirm={{
            title: text.deleteTitle(name),
            body: text.deleteBody(posts_count),
            button: remove,
          }}
          label={remove}
          name={removeOf(`#${name}`)}
          kind="quiet danger"
        />
      }
      details={
        <details class="mail-text needs-script">
          <summary class="soft small">{text.edit}</summary>
          <ApiForm api={`PUT ${apiOf(name)}`} after="reload" toast={saved} class="form narrow">
            <TagFields tag={tag} text={text} />
            <Submit label={adminTexts[language].save} />
          </ApiForm>
        </details>
      }
    >
      <span>{postTexts[language].list.tagLead(posts_count)}</span>
      {translation_of && <span>{text.translationOf(translation_of)}</span>}
      {synonyms.length > 0 && <span class="breaks">{text.alsoKnown(synonyms.join(', '))}</span>}
    </AdminRow>
  )
}

function TagFields({ tag, text }: { tag: AdminTag; text: AdminTagsText }) {
  const id = (field: string) => `${field}-${encodeURIComponent(tag.name)}`
  return (
    <>
      <Field name="name" id={id('name')} label={text.name} value={tag.name} maxlength={TAG_MAX} />
      <TextField
        name="description"
        id={id('description')}
        label={text.description}
        rows={3}
        value={tag.description ?? ''}
        maxlength={TAG_DESCRIPTION_MAX}
        hint={text.descriptionHint}
      />
      <ColourField id={id('colour')} value={tag.colour} text={text} />
      <TextField
        name="synonyms"
        id={id('synonyms')}
        label={text.synonyms}
        rows={2}
        value={tag.synonyms.join(', ')}
        hint={text.synonymsHint}
      />
      <Field
        name="translation_of"
        id={id('translation')}
        label={text.translation}
        value={tag.translation_of ?? ''}
        maxlength={TAG_MAX}
        hint={text.translationHint}
      />
    </>
  )
}

/** The colours to choose from. The API accepts any other colour, which then is a choice too. */
function ColourField(props: { id: string; value: string | null; text: AdminTagsText }) {
  const { id, value, text } = props
  const offered: (readonly [string, string])[] = Object.entries(text.colours)
  const isOther = value !== null && !offered.some(([colour]) => colour === value)
  return (
    <SelectField
      name="colour"
      id={id}
      label={text.colour}
      value={value ?? ''}
      options={[['', text.noColour], ...offered, ...(isOther ? [[value, value] as const] : [])]}
    />
  )
}

/** The result of the merge form of this page. */
export type MergeOutcome = { merged: number; into: string } | { problem: string }

export function MergeNotice({ outcome, language }: { outcome: MergeOutcome; language: Language }) {
  if ('problem' in outcome) return <Notice tone="danger">{outcome.problem}</Notice>
  return (
    <Notice tone="good">{adminTagsTexts[language].merged(outcome.merged, outcome.into)}</Notice>
  )
}

/** Two forms: one creates a tag, the other merges the tags that are selected in the list. */
export function TagForms({ language }: { language: Language }) {
  const text = adminTagsTexts[language]
  const { save, saved } = adminTexts[language]
  return (
    <div class="redirect-cards">
      <Card heading="add-heading" title={text.add} lead={text.addLead}>
        <ApiForm api="POST /api/admin/tags" after="reload" toast={saved}>
          <Field name="name" id="new-name" label={text.name} maxlength={TAG_MAX} required />
          <Field
            name="description"
            id="new-description"
            label={text.description}
            maxlength={TAG_DESCRIPTION_MAX}
          />
          <ColourField id="new-colour" value={null} text={text} />
          <Submit label={save} />
        </ApiForm>
      </Card>
      <Card heading="merge-heading" title={text.merge} lead={text.mergeLead}>
        <form class="form" method="post" action="/admin/tags" id={MERGE_FORM}>
          <Field name="into" id="merge-into" label={text.into} maxlength={TAG_MAX} required />
          <div class="form-actions">
            <Button type="submit" kind="danger" label={text.mergeButton} />
          </div>
        </form>
      </Card>
    </div>
  )
}

export function SuggestedMerges({
  suggestions,
  language,
}: {
  suggestions: readonly TagSuggestion[]
  language: Language
}) {
  const text = adminTagsTexts[language]
  if (suggestions.length === 0) return null
  return (
    <Card heading="suggestions-heading" title={text.suggestions} lead={text.suggestionsLead}>
      <ul class="tag-suggestions">
        {suggestions.map(({ name, posts_count, like }) => (
          <li class="row loose">
            <span>
              <a href={tagPath(name)}>#{name}</a>{' '}
              <span class="soft small">
                {like === null ? text.short(posts_count) : text.similar(posts_count, like)}
              </span>
            </span>
            {like === null ? (
              <a
                class="button small quiet"
                href={`/admin/tags?${new URLSearchParams({ q: name })}`}
              >
                {text.edit}
              </a>
            ) : (
              <ApiForm
                api={`POST ${apiOf(name)}/merge`}
                after="reload"
                confirm={{
                  title: text.mergeTitle(name, like),
                  body: text.mergeBody,
                  button: text.mergeInto(like),
                }}
                class="row-form needs-script"
              >
                <input type="hidden" name="into" value={like} />
                <Button type="submit" kind="small" label={text.mergeInto(like)} />
              </ApiForm>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
