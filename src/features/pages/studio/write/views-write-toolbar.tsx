import { type Child, useContext } from 'hono/jsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import {
  editorPart,
  findButton,
  imageInput,
  linkRemover,
  tableTool,
  toolButton,
  toolbarFrame,
  uploadButton,
} from '#features/pages/studio/hooks.ts'
import { type WriteText, writeTexts } from '#features/pages/studio/write/text-write.ts'
import { CODE_LANGUAGES } from '#kernel/code-languages.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Dialog, DialogActions, Icon, type IconName } from '#web/components/elements.tsx'
import { ACCEPTED_IMAGES, Field, TextField } from '#web/components/fields.tsx'

type ToolName = Exclude<keyof WriteText['tools'], 'more'>

interface Tool {
  name: ToolName
  face: IconName | 'H2' | 'H3' | 'H4'
  /** In ProseMirror notation; `Mod` is Ctrl, or Command on a Mac. */
  keys?: string
  /** Whether the button has a pressed state. Commands that insert or undo have none. */
  toggles: boolean
  /** Hidden on small screens until "more" is pressed. */
  isRare?: true
}

/** The tools in groups. Their commands are in client/editor/commands.ts. */
const GROUPS: Tool[][] = [
  [
    { name: 'undo', face: 'undo', keys: 'Mod-Z', toggles: false },
    { name: 'redo', face: 'redo', keys: 'Mod-Shift-Z', toggles: false, isRare: true },
  ],
  [
    { name: 'heading2', face: 'H2', keys: 'Mod-Alt-2', toggles: true },
    { name: 'heading3', face: 'H3', keys: 'Mod-Alt-3', toggles: true, isRare: true },
    { name: 'heading4', face: 'H4', keys: 'Mod-Alt-4', toggles: true, isRare: true },
  ],
  [
    { name: 'bold', face: 'bold', keys: 'Mod-B', toggles: true },
    { name: 'italic', face: 'italic', keys: 'Mod-I', toggles: true, isRare: true },
    { name: 'strike', face: 'strike', keys: 'Mod-Shift-S', toggles: true, isRare: true },
    { name: 'code', face: 'code', keys: 'Mod-E', toggles: true, isRare: true },
    { name: 'link', face: 'link', keys: 'Mod-K', toggles: true },
  ],
  [
    { name: 'bulletList', face: 'bullets', keys: 'Mod-Shift-8', toggles: true },
    { name: 'orderedList', face: 'numbers', keys: 'Mod-Shift-7', toggles: true, isRare: true },
    { name: 'taskList', face: 'tasks', keys: 'Mod-Shift-9', toggles: true, isRare: true },
    { name: 'blockquote', face: 'quote', keys: 'Mod-Shift-B', toggles: true, isRare: true },
    { name: 'codeBlock', face: 'codeBlock', keys: 'Mod-Alt-C', toggles: true, isRare: true },
  ],
  [
    { name: 'image', face: 'picture', toggles: false },
    { name: 'table', face: 'table', toggles: false, isRare: true },
    { name: 'formula', face: 'sum', toggles: false, isRare: true },
    { name: 'horizontalRule', face: 'rule', toggles: false, isRare: true },
  ],
  [
    { name: 'find', face: 'search', keys: 'Mod-H', toggles: true, isRare: true },
    { name: 'markdown', face: 'markdown', toggles: true, isRare: true },
  ],
]

/** A toolbar with one tab stop; the arrow keys move between the tools. */
export function Toolbar({ text }: { text: WriteText }) {
  return (
    <div
      class="toolbar needs-script"
      role="toolbar"
      aria-label={text.toolbar}
      aria-controls="write-body"
      {...toolbarFrame()}
    >
      {GROUPS.map((tools, index) => (
        <>
          {index > 0 && <span class="tool-gap" />}
          {tools.map(({ name, face, keys, toggles, isRare }) => (
            <button
              type="button"
              class={isRare ? 'tool rare' : 'tool'}
              {...toolButton({ name, keys })}
              aria-label={text.tools[name]}
              aria-pressed={toggles ? 'false' : undefined}
              tabindex={-1}
              disabled
            >
              {faceOf(face)}
            </button>
          ))}
        </>
      ))}
      <button
        type="button"
        class="tool narrow-only"
        {...toolButton({ name: 'more' })}
        aria-label={text.tools.more}
        aria-expanded="false"
        tabindex={-1}
        disabled
      >
        <Icon name="plus" />
      </button>
      <input type="file" accept={ACCEPTED_IMAGES} multiple aria-label={text.tools.image} hidden {...imageInput()} />
    </div>
  )
}

function faceOf(face: Tool['face']): Child {
  return face === 'H2' || face === 'H3' || face === 'H4' ? <b aria-hidden="true">{face}</b> : <Icon name={face} />
}

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
  const { external_images } = useContext(IdentityContext)
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
      {!external_images && (
        <template {...editorPart({ name: 'external-image' })}>
          <div class="upload">
            <p>{text.externalImage}</p>
            <p class="field-error" role="alert" hidden />
            <Button kind="small" label={text.uploadCopy} />
            <input type="file" accept={ACCEPTED_IMAGES} aria-label={text.uploadCopy} hidden />
          </div>
        </template>
      )}
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

/** Finds and replaces text; client/editor/find-bar.ts. */
export function FindBar({ text: { find: text } }: { text: WriteText }) {
  return (
    <form class="find-bar" id="find-bar" hidden>
      <input class="input" name="find" aria-label={text.find} placeholder={text.find} autocomplete="off" />
      <Button {...findButton({ action: 'next' })} kind="small" label={text.next} />
      <input class="input" name="replace" aria-label={text.replace} placeholder={text.replace} autocomplete="off" />
      <Button {...findButton({ action: 'replace' })} kind="small" label={text.replaceOne} />
      <Button {...findButton({ action: 'all' })} kind="small" label={text.all} />
      <output />
      <Button {...findButton({ action: 'close' })} kind="small quiet" label={text.close} />
    </form>
  )
}

/** Asks for the TeX of a formula; client/editor/formula-dialog.ts. */
export function FormulaDialog({ language }: { language: Language }) {
  const { formula: text, link } = writeTexts[language]
  return (
    <Dialog id="formula-dialog" title={text.title}>
      <form class="form" method="dialog" novalidate>
        <TextField name="tex" label={text.tex} hint={text.texHint} rows={4} />
        <output class="formula-shown" for="tex" />
        <label class="check">
          <input type="checkbox" name="block" /> {text.block}
        </label>
        <DialogActions cancel={shellTexts[language].cancel} submit={link.insert} />
      </form>
    </Dialog>
  )
}

/** Asks for the URL and text of a link; client/editor/link-dialog.ts. */
export function LinkDialog({ language }: { language: Language }) {
  const { link: text } = writeTexts[language]
  return (
    <Dialog id="link-dialog" title={text.title}>
      <form class="form" method="dialog" novalidate>
        <Field name="address" label={text.address} hint={text.addressHint} placeholder="https://" />
        <Field name="words" label={text.text} />
        <DialogActions cancel={shellTexts[language].cancel} submit={text.insert}>
          <Button {...linkRemover()} kind="quiet danger to-start" label={text.remove} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
