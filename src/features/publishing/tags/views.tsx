import { TAG_DESCRIPTION_MAX } from '#features/publishing/tags/change.ts'
import type { DescribedTag } from '#features/publishing/tags/tags.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button } from '#web/components/elements.tsx'

/** A dot in the colour of a tag. Decoration only: the name of the tag is beside it. */
export function TagMark({ colour }: { colour: string | null }) {
  if (colour === null) return null
  return <span class="tag-mark" style={`background:${colour}`} aria-hidden="true" />
}

/** A form for admins on the page of a tag. It works without JavaScript. */
export function TagDescriptionForm({ tag, language }: { tag: DescribedTag; language: Language }) {
  const text = tagTexts[language]
  return (
    <details class="tag-edit">
      <link rel="stylesheet" href={asset('tags.css')} />
      <summary class="soft small">{tag.description ? text.edit : text.add}</summary>
      <form class="form" method="post" action="/tags">
        <input type="hidden" name="tag" value={tag.name} />
        <div class="field">
          <label for="tag-description">{text.description}</label>
          <textarea
            class="input"
            id="tag-description"
            name="description"
            rows={3}
            maxlength={TAG_DESCRIPTION_MAX}
            aria-describedby="tag-hint"
          >
            {tag.description}
          </textarea>
          <p class="field-hint" id="tag-hint">
            {text.hint(TAG_DESCRIPTION_MAX)}
          </p>
        </div>
        <div class="form-actions">
          <Button type="submit" kind="primary" label={text.save} />
          <a class="small" href={`/admin/tags?${new URLSearchParams({ q: tag.name })}`}>
            {text.all}
          </a>
        </div>
      </form>
    </details>
  )
}

const tagTexts = bilingual({
  edit: ['编辑简介', 'Edit description'],
  add: ['添加简介', 'Add description'],
  description: ['标签简介', 'Tag description'],
  hint: [
    (max: number) => `纯文本，最多 ${max} 字；留空则不显示。`,
    (max: number) => `Plain text, at most ${max} characters. Leave empty to show no description.`,
  ],
  save: ['保存', 'Save'],
  all: ['名称、颜色、同义词…', 'Name, colour, synonyms…'],
})
