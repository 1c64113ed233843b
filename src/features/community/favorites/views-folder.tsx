import type { OpenFolder } from '#features/community/favorites/folder-page.ts'
import type { Folder } from '#features/community/favorites/folders.ts'
import { folderFeedPath, folderPath } from '#features/community/favorites/paths.ts'
import { type FolderText, folderTexts } from '#features/community/favorites/text-folder.ts'
import { FolderActions } from '#features/community/favorites/views-folder-forms.tsx'
import { AuthorName } from '#features/core/shell/author-name.tsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Badge, EmptyState, Icon, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { Pager } from '#web/components/lists.tsx'

interface FolderViewProps {
  open: OpenFolder
  isFirstPage: boolean
  language: Language
}

export function FolderView({ open, isFirstPage, language }: FolderViewProps) {
  const text = folderTexts[language]
  const { folder, isOwn, posts } = open
  const hidden = isFirstPage && posts.next_cursor === null ? folder.items_count - posts.items.length : 0
  return (
    <div class="space">
      <link rel="stylesheet" href={asset('space.css')} />
      <FolderHead open={open} language={language} />
      {/* Rendered even if empty: after the owner removes the last post, the text below appears. */}
      <PostList
        posts={posts.items}
        language={language}
        action={isOwn ? (post) => <Remove folder={folder} post={post} text={text} /> : undefined}
      />
      <Pager path={folderPath(folder.id)} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
      {isFirstPage ? <Nothing isOwn={isOwn} text={text} /> : posts.items.length === 0 && <p>{text.noMore}</p>}
      {isOwn && hidden > 0 && <p class="faint">{text.hidden(hidden)}</p>}
    </div>
  )
}

function FolderHead({ open: { folder, owner, isOwn }, language }: Pick<FolderViewProps, 'open' | 'language'>) {
  const text = folderTexts[language]
  const shelf = `${userPath(owner.uid)}?tab=favorites`
  return (
    <header class="page-head folder-head">
      <p class="folder-back">
        <a href={shelf}>
          <Icon name="chevron" />
          {text.back(owner.display_name)}
        </a>
      </p>
      <h1>{folder.name}</h1>
      <div class="byline">
        <Avatar user={owner} size="small" />
        <AuthorName user={owner} />
      </div>
      <FolderFacts folder={folder} showsPrivacy={isOwn} text={text} />
      <div class="folder-actions">
        {folder.public && (
          <LinkButton
            href={folderFeedPath(folder.id)}
            type="application/atom+xml"
            kind="small"
            icon="feed"
            label={text.feed}
          />
        )}
        {isOwn && <FolderActions folder={folder} deletedTo={shelf} language={language} />}
      </div>
    </header>
  )
}

interface FolderFactsProps {
  folder: Folder
  /** False for visitors, who only see public folders. */
  showsPrivacy: boolean
  text: FolderText
}

export function FolderFacts({ folder, showsPrivacy, text }: FolderFactsProps) {
  return (
    <p class="folder-facts">
      {text.items(folder.items_count)}
      {folder.is_default && showsPrivacy && <Badge>{text.default}</Badge>}
      {showsPrivacy && (folder.public ? <Badge tone="good">{text.public}</Badge> : <Badge>{text.private}</Badge>)}
    </p>
  )
}

function Remove({ folder, post, text }: { folder: Folder; post: ListedPost; text: FolderText }) {
  const label = text.remove(post.title)
  return (
    <ApiForm
      class="lone-form"
      api={`DELETE /api/folders/${folder.id}/posts/${post.id}`}
      after="reload"
      toast={text.removed}
    >
      <button type="submit" class="button quiet small needs-script remove" aria-label={label} title={label}>
        <Icon name="close" />
      </button>
    </ApiForm>
  )
}

function Nothing({ isOwn, text }: { isOwn: boolean; text: FolderText }) {
  return (
    <EmptyState
      icon="bookmark"
      title={text.empty}
      actions={<LinkButton href="/posts" label={text.browse} />}
      hint={isOwn ? text.emptyOwn : text.emptyOther}
    />
  )
}
