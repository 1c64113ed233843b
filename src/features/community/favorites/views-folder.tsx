import { FOLDER_NAME_MAX, type Folder, folderFeedPath, folderPath } from '#features/community/favorites/folders.ts'
import type { OpenFolder } from '#features/community/favorites/items.ts'
import { type FolderText, folderTexts } from '#features/community/favorites/text-folder.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Badge, Button, Dialog, DialogActions, EmptyState, Icon, LinkButton } from '#web/components/elements.tsx'
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

/** Opens the dialog below. */
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
 * The owner's actions on a folder; the default folder cannot be deleted. `deletedTo` is the page to open after the
 * deletion.
 */
export function FolderActions({ folder, deletedTo, language }: FolderActionsProps) {
  const text = folderTexts[language]
  const dialog = `folder-${folder.id}`
  return (
    <div class="folder-actions">
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
          confirm={{ title: text.deleteTitle(folder.name), body: text.deleteBody, button: text.delete }}
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

function FolderFields({ id, folder, language }: { id: string; folder?: Folder; language: Language }) {
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
      <label class="check">
        <input type="checkbox" name="public" checked={folder?.public ?? false} />
        <span>{text.isPublic}</span>
      </label>
    </>
  )
}
