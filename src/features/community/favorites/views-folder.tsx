import {
  FOLDER_NAME_MAX,
  type Folder,
  folderFeedPath,
  folderPath,
  type OpenFolder,
} from '#features/community/favorites/folders.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { PostList, SMALL_FEED } from '#features/publishing/lists/views-card.tsx'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import {
  Badge,
  Button,
  Dialog,
  DialogActions,
  EmptyState,
  Icon,
  LinkButton,
} from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { dialogOpener } from '#web/components/hooks.ts'
import { Pager } from '#web/components/lists.tsx'

interface FolderViewProps {
  open: OpenFolder
  isFirstPage: boolean
  language: Language
}

export function FolderView({ open, isFirstPage, language }: FolderViewProps) {
  const text = folderTexts[language]
  const { folder, isOwn, posts } = open
  const hidden =
    isFirstPage && posts.next_cursor === null ? folder.items_count - posts.items.length : 0
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
      <Pager
        path={folderPath(folder.id)}
        cursor={posts.next_cursor}
        label={shellTexts[language].loadMore}
      />
      {isFirstPage ? (
        <Nothing isOwn={isOwn} text={text} />
      ) : (
        posts.items.length === 0 && <p>{text.noMore}</p>
      )}
      {isOwn && hidden > 0 && <p class="faint">{text.hidden(hidden)}</p>}
    </div>
  )
}

function FolderHead({
  open: { folder, owner, isOwn },
  language,
}: Pick<FolderViewProps, 'open' | 'language'>) {
  const text = folderTexts[language]
  const shelf = `${userPath(owner.uid)}?tab=favorites`
  return (
    <header class="page-head folder-head">
      <p class="folder-back">
        <a href={shelf}>
          <Icon name="chevron" class="to-left" />
          {text.back(owner.display_name)}
        </a>
      </p>
      <h1>{folder.name}</h1>
      <div class="byline">
        <Avatar user={owner} size="small" />
        <AuthorName user={owner} />
      </div>
      <FolderFacts folder={folder} showsPrivacy={isOwn} text={text} />
      <div class="folder-actions row">
        {folder.public && (
          <LinkButton href={folderFeedPath(folder.id)} {...SMALL_FEED} label={text.feed} />
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
    <p class="folder-facts row faint small">
      {text.items(folder.items_count)}
      {folder.is_default && showsPrivacy && <Badge>{text.default}</Badge>}
      {showsPrivacy &&
        (folder.public ? <Badge tone="good">{text.public}</Badge> : <Badge>{text.private}</Badge>)}
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
      <button
        type="submit"
        class="button quiet small needs-script remove"
        aria-label={label}
        title={label}
      >
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

/** Opens the dialog `NewFolderDialog`. */
export function NewFolderButton({ language }: { language: Language }) {
  return (
    <Button
      {...dialogOpener({ dialog: 'new-folder' })}
      kind="needs-script"
      icon="plus"
      label={folderTexts[language].new}
    />
  )
}

export function NewFolderDialog({ language }: { language: Language }) {
  const text = folderTexts[language]
  return (
    <Dialog id="new-folder" title={text.new}>
      <ApiForm api="POST /api/folders" after="reload" toast={text.created}>
        <FolderFields id="new" language={language} />
        <DialogActions cancel={shellTexts[language].cancel} submit={text.create} />
      </ApiForm>
    </Dialog>
  )
}

/**
 * The owner's actions on a folder; the default folder cannot be deleted. `deletedTo` is the page to
 * open after the deletion.
 */
export function FolderActions({ folder, deletedTo, language }: FolderActionsProps) {
  const text = folderTexts[language]
  const dialog = `folder-${folder.id}`
  return (
    <div class="folder-actions row">
      <Button
        {...dialogOpener({ dialog })}
        aria-label={text.editOf(folder.name)}
        kind="small needs-script"
        label={text.edit}
      />
      {!folder.is_default && (
        <ApiForm
          class="lone-form"
          api={`DELETE /api/folders/${folder.id}`}
          after={deletedTo === undefined ? 'reload' : `goto:${deletedTo}`}
          toast={text.deleted}
          confirm={{
            title: text.deleteTitle(folder.name),
            body: text.deleteBody,
            button: text.delete,
          }}
        >
          <Button
            type="submit"
            aria-label={text.deleteOf(folder.name)}
            kind="small danger needs-script"
            label={text.delete}
          />
        </ApiForm>
      )}
      <Dialog id={dialog} title={text.editOf(folder.name)}>
        <ApiForm api={`PUT /api/folders/${folder.id}`} after="reload" toast={text.saved}>
          <FolderFields id={String(folder.id)} folder={folder} language={language} />
          <DialogActions cancel={shellTexts[language].cancel} submit={text.save} />
        </ApiForm>
      </Dialog>
    </div>
  )
}

interface FolderActionsProps {
  folder: Folder
  deletedTo?: string
  language: Language
}

function FolderFields({
  id,
  folder,
  language,
}: {
  id: string
  folder?: Folder
  language: Language
}) {
  const text = folderTexts[language]
  return (
    <>
      <Field
        id={`folder-name-${id}`}
        name="name"
        label={text.name}
        value={folder?.name ?? ''}
        hint={text.nameHint(FOLDER_NAME_MAX)}
        maxlength={FOLDER_NAME_MAX}
        required
      />
      <label class="check beside">
        <input type="checkbox" name="public" checked={folder?.public ?? false} />
        <span>{text.isPublic}</span>
      </label>
    </>
  )
}

export const folderTexts = bilingual({
  items: [
    (count: number) => `${count} 篇文章`,
    (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  ],
  public: ['公开', 'Public'],
  private: ['私密', 'Private'],
  default: ['默认', 'Default'],
  new: ['新建收藏夹', 'New folder'],
  name: ['名称', 'Name'],
  nameHint: [
    (max: number) => `最多 ${max} 个字符。`,
    (max: number) => `At most ${max} characters.`,
  ],
  isPublic: [
    '公开：所有人都能查看和订阅这个收藏夹',
    'Public: everyone can see this folder and subscribe to it',
  ],
  create: ['创建', 'Create'],
  created: ['收藏夹“{name}”已创建。', 'Folder “{name}” created.'],
  edit: ['编辑', 'Edit'],
  editOf: [(name: string) => `编辑收藏夹“${name}”`, (name: string) => `Edit folder “${name}”`],
  save: ['保存', 'Save'],
  saved: ['已保存。', 'Saved.'],
  delete: ['删除', 'Delete'],
  deleteOf: [(name: string) => `删除收藏夹“${name}”`, (name: string) => `Delete folder “${name}”`],
  deleted: ['收藏夹已删除。', 'Folder deleted.'],
  deleteTitle: [(name: string) => `删除“${name}”？`, (name: string) => `Delete “${name}”?`],
  deleteBody: [
    '仅收藏在这里的文章会被取消收藏，文章本身不受影响。',
    'Posts that are only in this folder will no longer be favourites. The posts themselves are not deleted.',
  ],
  by: [(name: string) => `${name} 的收藏夹`, (name: string) => `Folder by ${name}`],
  back: [(name: string) => `${name} 的收藏`, (name: string) => `${name}’s favourites`],
  description: [
    (folder: string, name: string) => `${name} 收藏在“${folder}”里的文章。`,
    (folder: string, name: string) => `Posts that ${name} added to “${folder}”.`,
  ],
  feed: ['订阅', 'Feed'],
  empty: ['这个收藏夹还是空的', 'This folder is empty'],
  emptyOwn: [
    '遇到喜欢的文章，点文章下方的“收藏”就会出现在这里。',
    'To add a post, use the Favourite button below it.',
  ],
  emptyOther: [
    '主人还没有收藏文章，过些时候再来看看吧。',
    'Its owner has not added any posts yet.',
  ],
  noMore: ['没有更多文章了。', 'No more posts.'],
  browse: ['去看看文章', 'Browse posts'],
  hidden: [
    (count: number) => `另有 ${count} 篇文章未公开，没有列出。`,
    (count: number) =>
      count === 1
        ? '1 more post is not listed because it is not public.'
        : `${count} more posts are not listed because they are not public.`,
  ],
  remove: [
    (title: string) => `将《${title}》移出收藏夹`,
    (title: string) => `Remove “${title}” from folder`,
  ],
  removed: ['已移出收藏夹。', 'Removed from folder.'],
})

type FolderText = (typeof folderTexts)['en']
