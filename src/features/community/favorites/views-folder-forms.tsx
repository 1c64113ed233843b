import { FOLDER_NAME_MAX, type Folder } from '#features/community/favorites/folders.ts'
import { folderTexts } from '#features/community/favorites/text-folder.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Field } from '#web/components/field.tsx'
import { dialogCloser, dialogOpener } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

/** Opens the dialog below, wherever that stands. */
export function NewFolderButton({ language }: { language: Language }) {
  return (
    <button type="button" class="button needs-script" {...dialogOpener({ dialog: 'new-folder' })}>
      <Icon name="plus" />
      {folderTexts[language].new}
    </button>
  )
}

export function NewFolderDialog({ language }: { language: Language }) {
  const text = folderTexts[language]
  return (
    <Dialog id="new-folder" title={text.new}>
      <ApiForm api="POST /api/folders" after="reload" toast={text.created}>
        <FolderFields id="new" language={language} />
        <DialogActions submit={text.create} language={language} />
      </ApiForm>
    </Dialog>
  )
}

/** What its owner can do with a folder; the default one stays. `deletedTo` is where there is no page of it any more. */
export function FolderActions({ folder, deletedTo, language }: FolderActionsProps) {
  const text = folderTexts[language]
  const dialog = `folder-${folder.id}`
  return (
    <div class="folder-actions">
      <button
        type="button"
        class="button small needs-script"
        {...dialogOpener({ dialog })}
        aria-label={text.editOf(folder.name)}
      >
        {text.edit}
      </button>
      {!folder.is_default && (
        <ApiForm
          class="lone-form"
          api={`DELETE /api/folders/${folder.id}`}
          after={deletedTo === undefined ? 'reload' : `goto:${deletedTo}`}
          toast={text.deleted}
          confirm={{ title: text.deleteTitle(folder.name), body: text.deleteBody, button: text.delete }}
        >
          <button type="submit" class="button small danger needs-script" aria-label={text.deleteOf(folder.name)}>
            {text.delete}
          </button>
        </ApiForm>
      )}
      <Dialog id={dialog} title={text.editOf(folder.name)}>
        <ApiForm api={`PUT /api/folders/${folder.id}`} after="reload" toast={text.saved}>
          <FolderFields id={String(folder.id)} folder={folder} language={language} />
          <DialogActions submit={text.save} language={language} />
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
        autocomplete="off"
        required
      />
      <label class="check">
        <input type="checkbox" name="public" checked={folder?.public ?? false} />
        <span>{text.isPublic}</span>
      </label>
    </>
  )
}

function DialogActions({ submit, language }: { submit: string; language: Language }) {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" {...dialogCloser()}>
        {shellTexts[language].cancel}
      </button>
      <button type="submit" class="button primary">
        {submit}
      </button>
    </div>
  )
}
