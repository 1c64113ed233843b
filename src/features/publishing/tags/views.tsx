import { shellTexts } from '#features/core/shell/text.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import {
  type DescribedTag,
  TAG_DESCRIPTION_MAX,
  TAG_SORTS,
  type TagSort,
} from '#features/publishing/tags/tags.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { Button, EmptyState, PageHead } from '#web/components/elements.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'

interface TagIndexProps {
  tags: Page<DescribedTag>
  sort: TagSort
  language: Language
}

export function TagIndexView({ tags, sort, language }: TagIndexProps) {
  const text = tagTexts[language]
  const paths: Record<TagSort, string> = { popular: '/tags', name: '/tags?sort=name' }
  return (
    <>
      <link rel="stylesheet" href={asset('tags.css')} />
      <PageHead title={text.title} lead={text.lead} />
      <Tabs
        label={text.sorts}
        items={TAG_SORTS.map((name) => ({
          href: paths[name],
          label: text[name],
          current: name === sort,
        }))}
      />
      {tags.items.length === 0 && tags.next_cursor === null ? (
        <EmptyState icon="page" title={text.none} hint={text.noneHint} />
      ) : (
        <ul class="tag-index">
          {tags.items.map((tag) => (
            <IndexedTag tag={tag} language={language} />
          ))}
        </ul>
      )}
      <Pager path={paths[sort]} cursor={tags.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

/** One tag of the index. Its link covers the whole card. */
function IndexedTag({
  tag: { name, posts_count, description },
  language,
}: {
  tag: DescribedTag
  language: Language
}) {
  return (
    <li class="box">
      <a class="card-link" href={tagPath(name)}>
        #{name}
      </a>
      <span class="faint small">{postTexts[language].list.tagLead(posts_count)}</span>
      {description && (
        <p
          class="soft small breaks"
          lang={foreignLanguage(description, language)}
          dir={directionOf(description)}
        >
          {description}
        </p>
      )}
    </li>
  )
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
        <Button type="submit" kind="primary" label={text.save} />
      </form>
    </details>
  )
}

export const tagTexts = bilingual({
  title: ['标签', 'Tags'],
  lead: ['按标签浏览文章。', 'Browse posts by tag.'],
  sorts: ['排序', 'Sort'],
  popular: ['最常用', 'Most used'],
  name: ['按名称', 'By name'],
  none: ['还没有标签', 'No tags yet'],
  noneHint: ['文章使用的标签会显示在这里。', 'Tags appear here once posts use them.'],
  edit: ['编辑简介', 'Edit description'],
  add: ['添加简介', 'Add description'],
  description: ['标签简介', 'Tag description'],
  hint: [
    (max: number) => `纯文本，最多 ${max} 字；留空则不显示。`,
    (max: number) => `Plain text, at most ${max} characters. Leave empty to show no description.`,
  ],
  save: ['保存', 'Save'],
})
