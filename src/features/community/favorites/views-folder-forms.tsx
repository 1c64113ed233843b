import { FOLDER_NAME_MAX, type Folder } from '#features/community/favorites/folders.ts'
import { folderTexts } from '#features/community/favorites/text-folder.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Dialog, DialogActions } from '#web/components/elements.tsx'
import { ApiForm, Field } from '#web/components/form.tsx'
import { dialogOpener } from '#web/components/hooks.ts'

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
