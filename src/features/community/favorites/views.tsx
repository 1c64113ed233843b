import { favoriteChoice, foldersLine } from '#features/community/favorites/hooks.ts'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon } from '#web/components/elements.tsx'
import { fieldError, menu, shortCount } from '#web/components/hooks.ts'

const favoriteTexts = bilingual({
  favorite: ['收藏', 'Favourite'],
  saved: ['已收藏到默认收藏夹。', 'Added to your default folder.'],
  removed: ['已取消收藏。', 'Removed from favourites.'],
  folders: ['选择收藏夹', 'Choose folders'],
  loading: ['正在加载收藏夹…', 'Loading folders…'],
  none: [
    '还没有收藏夹。点“收藏”会存入默认收藏夹，也可以在这里新建。',
    'No folders yet. “Favourite” adds the post to the default folder, or create a folder here.',
  ],
  newFolder: ['新建收藏夹', 'New folder'],
  create: ['添加', 'Add'],
  private: ['私密', 'private'],
})

interface FavoriteButtonProps {
  post: PostCard
  /** Null if anonymous: the button then links to the login. */
  favorited: boolean | null
  language: Language
}

/**
 * One press saves or unsaves a post; the menu beside it selects folders. Scripts:
 * client/behaviors/optimistic-buttons.ts, posts/favorite.ts
 */
export function FavoriteButton({ post, favorited, language }: FavoriteButtonProps) {
  const text = favoriteTexts[language]
  const count = post.favorites_count
  const inside = (
    <>
      <Icon name="bookmark" />
      <span {...shortCount({ count })}>{compact(count, language)}</span>
      <span class="visually-hidden"> {text.favorite}</span>
    </>
  )
  if (favorited === null)
    return (
      <a class="button reaction favorite" href={loginPath(postPath(post.id))} title={text.favorite}>
        {inside}
      </a>
    )
  return (
    <div
      class="favorite-choice needs-script"
      {...favoriteChoice({ post: post.id, saved: text.saved, removed: text.removed })}
    >
      <button
        type="button"
        class="button reaction favorite"
        title={text.favorite}
        aria-pressed={favorited ? 'true' : 'false'}
      >
        {inside}
      </button>
      <FolderMenu language={language} />
    </div>
  )
}

/** The folders are loaded when the menu is opened, because most readers never open it. */
function FolderMenu({ language }: { language: Language }) {
  const text = favoriteTexts[language]
  return (
    <details class="menu" {...menu()}>
      <summary class="button reaction" aria-label={text.folders} title={text.folders}>
        <Icon name="chevron" />
      </summary>
      <div class="menu-panel folder-menu">
        <p class="faint" {...foldersLine({ none: text.none })}>
          {text.loading}
        </p>
        <ul class="folder-list" aria-label={text.folders} hidden />
        <template>
          <li>
            <label class="menu-item">
              <input type="checkbox" />
              <span class="folder-name" />
              <span class="faint" hidden>
                {text.private}
              </span>
            </label>
          </li>
        </template>
        <form method="post" novalidate>
          <input
            class="input"
            name="name"
            aria-label={text.newFolder}
            placeholder={text.newFolder}
            autocomplete="off"
          />
          <button type="submit" class="button small">
            {text.create}
          </button>
          <p class="field-error" {...fieldError({ field: 'name' })} role="alert" hidden />
        </form>
      </div>
    </details>
  )
}
