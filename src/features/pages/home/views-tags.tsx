import { TopicButton } from '#features/community/follows/views.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { type DescribedTag, TAG_SORTS, type TagSort } from '#features/publishing/tags/tags.ts'
import { TagMark } from '#features/publishing/tags/views.tsx'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { EmptyState, PageHead } from '#web/components/elements.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'

interface TagIndexProps {
  tags: Page<DescribedTag>
  /** The names of the shown tags that the viewer follows. */
  followed: readonly string[]
  isSignedIn: boolean
  sort: TagSort
  language: Language
}

export function TagIndexView({ tags, followed, isSignedIn, sort, language }: TagIndexProps) {
  const text = tagIndexTexts[language]
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
            <IndexedTag
              tag={tag}
              isFollowing={followed.includes(tag.name)}
              {...{ isSignedIn, language }}
            />
          ))}
        </ul>
      )}
      <Pager path={paths[sort]} cursor={tags.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

/** One tag of the index. The link of its name covers the card; the button lies above it. */
function IndexedTag({ tag, isFollowing, isSignedIn, language }: IndexedTagProps) {
  const { name, posts_count, description, translation_of } = tag
  return (
    <li class="box">
      <a class="card-link" href={tagPath(name)}>
        <TagMark colour={tag.colour} />#{name}
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
      <div class="tag-foot row">
        <TopicButton path={tagPath(name)} {...{ name, isFollowing, isSignedIn, language }} />
        {translation_of && (
          <a
            class="small"
            href={tagPath(translation_of)}
            lang={foreignLanguage(translation_of, language)}
          >
            #{translation_of}
          </a>
        )}
      </div>
    </li>
  )
}

interface IndexedTagProps extends Pick<TagIndexProps, 'isSignedIn' | 'language'> {
  tag: DescribedTag
  isFollowing: boolean
}

export const tagIndexTexts = bilingual({
  title: ['标签', 'Tags'],
  lead: ['按标签浏览文章。', 'Browse posts by tag.'],
  sorts: ['排序', 'Sort'],
  popular: ['最常用', 'Most used'],
  name: ['按名称', 'By name'],
  none: ['还没有标签', 'No tags yet'],
  noneHint: ['文章使用的标签会显示在这里。', 'Tags appear here once posts use them.'],
})
