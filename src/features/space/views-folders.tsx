import type { Folder } from '#features/favorites/folders.ts'
import type { SpaceOwner } from '#features/space/space.ts'
import { type SpaceText, spaceTexts } from '#features/space/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Field } from '#web/components/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { type ShellText, shellTexts } from '#web/text.ts'

interface FoldersProps {
  owner: SpaceOwner
  folders: Folder[]
  language: Language
}

/** Visitors see public folders; the owner sees all of them and keeps them in order here. */
export function FoldersTab({ owner, folders, language }: FoldersProps) {
  const text = spaceTexts[language]
  const shell = shellTexts[language]
  return (
    <>
      {owner.isViewer && <NewFolder text={text} shell={shell} />}
      {folders.length === 0 ? (
        <EmptyState icon="bookmark" title={owner.isViewer ? text.noFoldersOwn : text.noFolders}>
          {text.noFoldersBody}
        </EmptyState>
      ) : (
        <ul class="folders">
          {folders.map((folder) => (
            <li class="card folder">
              <h2>
                <Icon name="bookmark" />
                <a href={`/folders/${folder.id}`}>{folder.name}</a>
              </h2>
              <p class="faint">
                {text.items(folder.items_count)}
                {folder.is_default && <Badge>{text.defaultFolder}</Badge>}
                <Badge {...(folder.public && { tone: 'good' as const })}>
                  {folder.public ? text.publicFolder : text.privateFolder}
                </Badge>
              </p>
              {owner.isViewer && <FolderActions folder={folder} text={text} shell={shell} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewFolder({ text, shell }: { text: SpaceText; shell: ShellText }) {
  return (
    <div>
      <button type="button" class="button needs-script" data-opens="new-folder">
        {text.newFolder}
      </button>
      <Dialog id="new-folder" title={text.newFolder}>
        <ApiForm api="POST /api/folders" after="reload" toast={text.created}>
          <FolderFields id="new" name="" isPublic={false} text={text} />
          <DialogActions submit={text.create} shell={shell} />
        </ApiForm>
      </Dialog>
    </div>
  )
}

function FolderActions({ folder, text, shell }: { folder: Folder; text: SpaceText; shell: ShellText }) {
  const dialog = `folder-${folder.id}`
  return (
    <div class="folder-actions">
      <button type="button" class="button small needs-script" data-opens={dialog}>
        {text.rename}
      </button>
      <Dialog id={dialog} title={text.rename}>
        <ApiForm api={`PUT /api/folders/${folder.id}`} after="reload" toast={text.saved}>
          <FolderFields id={String(folder.id)} name={folder.name} isPublic={folder.public} text={text} />
          <DialogActions submit={text.save} shell={shell} />
        </ApiForm>
      </Dialog>
      {!folder.is_default && (
        <ApiForm
          api={`DELETE /api/folders/${folder.id}`}
          after="remove:.folder"
          toast={text.deleted}
          confirm={{ title: text.deleteTitle(folder.name), body: text.deleteBody, button: text.delete }}
        >
          <button type="submit" class="button small danger needs-script">
            {text.delete}
          </button>
        </ApiForm>
      )}
    </div>
  )
}

interface FolderFieldsProps {
  id: string
  name: string
  isPublic: boolean
  text: SpaceText
}

function FolderFields({ id, name, isPublic, text }: FolderFieldsProps) {
  return (
    <>
      <Field id={`folder-name-${id}`} name="name" label={text.folderName} value={name} required maxlength={30} />
      <label class="check">
        <input type="checkbox" name="public" checked={isPublic} /> {text.folderPublic}
      </label>
    </>
  )
}

function DialogActions({ submit, shell }: { submit: string; shell: ShellText }) {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" data-closes-dialog>
        {shell.cancel}
      </button>
      <button type="submit" class="button primary">
        {submit}
      </button>
    </div>
  )
}
