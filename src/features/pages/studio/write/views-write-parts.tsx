import { shellTexts } from '#features/core/shell/text.ts'
import { editorPart, linkRemover, tableTool, uploadButton } from '#features/pages/studio/hooks.ts'
import { type WriteText, writeTexts } from '#features/pages/studio/write/text-write.ts'
import { CODE_LANGUAGES } from '#kernel/code-languages.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Dialog, DialogActions, Icon, type IconName } from '#web/components/elements.tsx'
import { Field } from '#web/components/form.tsx'

const TABLE_TOOLS = [
  'rowAbove',
  'rowBelow',
  'rowRemove',
  'columnLeft',
  'columnRight',
  'columnRemove',
  'headerRow',
] as const satisfies IconName[]

/** Templates that the editor clones: its tools for tables, code, images and uploads. */
export function EditorParts({ text }: { text: WriteText }) {
  return (
    <>
      <template {...editorPart({ name: 'table-tools' })}>
        <div class="block-tools" role="toolbar" aria-label={text.tableTools.label}>
          {TABLE_TOOLS.map((name) => (
            <TableTool name={name} icon={name} label={text.tableTools[name]} />
          ))}
          <TableTool name="remove" icon="trash" label={text.tableTools.remove} />
        </div>
      </template>
      <template {...editorPart({ name: 'code-language' })}>
        <select class="code-language" aria-label={text.codeLanguage}>
          <option value="">{text.plainText}</option>
          {Object.entries(CODE_LANGUAGES).map(([name, label]) => (
            <option value={name}>{label}</option>
          ))}
        </select>
      </template>
      <template {...editorPart({ name: 'image-words' })}>
        <div class="image-words">
          <input
            class="image-alt"
            type="text"
            aria-label={text.alt}
            placeholder={text.altPlaceholder}
            maxlength={1000}
          />
          <button type="button" class="tool" aria-label={text.removeImage} title={text.removeImage}>
            <Icon name="trash" />
          </button>
        </div>
      </template>
      <template {...editorPart({ name: 'upload' })}>
        <div class="upload">
          <progress class="bar" max="1" value="0" aria-label={text.upload.progress} />
          <p class="field-error" role="alert" hidden />
          <div class="form-actions">
            <Button {...uploadButton({ action: 'retry' })} hidden kind="small" label={text.upload.retry} />
            <Button {...uploadButton({ action: 'remove' })} kind="small quiet" label={text.upload.remove} />
          </div>
        </div>
      </template>
    </>
  )
}

function TableTool({ name, icon, label }: { name: string; icon: IconName; label: string }) {
  return (
    <button type="button" class="tool" {...tableTool({ name })} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}

/** Asks for the URL and text of a link; client/editor/link-dialog.ts. */
export function LinkDialog({ language }: { language: Language }) {
  const { link: text } = writeTexts[language]
  return (
    <Dialog id="link-dialog" title={text.title}>
      <form class="form" method="dialog" novalidate>
        <Field name="address" label={text.address} hint={text.addressHint} placeholder="https://" autocomplete="off" />
        <Field name="words" label={text.text} autocomplete="off" />
        <DialogActions cancel={shellTexts[language].cancel} submit={text.insert}>
          <Button {...linkRemover()} kind="quiet danger to-start" label={text.remove} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
