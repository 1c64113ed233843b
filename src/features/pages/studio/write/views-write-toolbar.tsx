import { type Child, useContext } from 'hono/jsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import {
  editorPart,
  findButton,
  imageInput,
  imageTool,
  insertItem,
  linkRemover,
  slashItem,
  tableTool,
  toolButton,
  toolbarFrame,
  uploadButton,
} from '#features/pages/studio/hooks.ts'
import { type WriteText, writeTexts } from '#features/pages/studio/write/text-write.ts'
import type { Attributes } from '#kernel/hooks.ts'
import { CALLOUTS, FIGURE_WIDTHS } from '#kernel/html/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { CODE_LANGUAGES } from '#kernel/text/code-aliases.ts'
import { Button, Dialog, DialogActions, Icon, type IconName } from '#web/components/elements.tsx'
import { ACCEPTED_IMAGES, Field, TextField } from '#web/components/fields.tsx'
import { dialogCloser } from '#web/components/hooks.ts'

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
    { name: 'insert', face: 'plus', toggles: false },
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
    { name: 'footnote', face: 'footnote', toggles: false, isRare: true },
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
        <Icon name="more" />
      </button>
      <input
        type="file"
        accept={ACCEPTED_IMAGES}
        multiple
        aria-label={text.tools.image}
        hidden
        {...imageInput()}
      />
    </div>
  )
}

function faceOf(face: Tool['face']): Child {
  return face === 'H2' || face === 'H3' || face === 'H4' ? (
    <b aria-hidden="true">{face}</b>
  ) : (
    <Icon name={face} />
  )
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

type Block = Exclude<ToolName, 'insert' | 'undo'> | keyof WriteText['blocks']

/**
 * The entries of the menu of blocks, with their icons. The words are found in the menu in addition
 * to the names in both languages.
 */
const BLOCKS: [name: Block, face: Tool['face'], words: string][] = [
  ['heading2', 'H2', 'biaoti title'],
  ['heading3', 'H3', 'biaoti title'],
  ['heading4', 'H4', 'biaoti title'],
  ['bulletList', 'bullets', 'liebiao ul'],
  ['orderedList', 'numbers', 'liebiao ol'],
  ['taskList', 'tasks', 'renwu todo checkbox 待办'],
  ['image', 'picture', 'tupian picture photo'],
  ['gallery', 'columns', 'bingpai tupian images 图库 画廊'],
  ['table', 'table', 'biaoge'],
  ['codeBlock', 'codeBlock', 'daima'],
  ['blockquote', 'quote', 'yinyong blockquote'],
  ['callout', 'info', 'tishi note tip warning admonition 说明 注意'],
  ['details', 'chevron', 'zhedie details collapse 折叠'],
  ['formula', 'sum', 'gongshi tex latex math 数学'],
  ['footnote', 'footnote', 'jiaozhu note 注释'],
  ['embed', 'play', 'qianru video youtube bilibili 视频'],
  ['horizontalRule', 'rule', 'fengexian hr line rule'],
  ['template', 'draft', 'muban'],
]

const nameIn = ({ tools, blocks }: WriteText, name: Block) => ({ ...tools, ...blocks })[name]

/** Opened by the button "Insert" on phones; client/editor/slash-menu.ts. An image comes first. */
function InsertSheet({ language }: { language: Language }) {
  const text = writeTexts[language]
  const isImage = ([name]: (typeof BLOCKS)[number]) => name === 'image'
  const blocks = [...BLOCKS.filter(isImage), ...BLOCKS.filter((block) => !isImage(block))]
  return (
    <Dialog id="insert-sheet" title={text.tools.insert} class="bottom-sheet">
      <div class="insert-blocks">
        {blocks.map(([name, face]) => (
          <button type="button" class="insert-block" {...insertItem({ name })}>
            {faceOf(face)}
            {nameIn(text, name)}
          </button>
        ))}
      </div>
      <div class="dialog-actions">
        <Button {...dialogCloser()} label={shellTexts[language].cancel} />
      </div>
    </Dialog>
  )
}

/** Opened by a slash in the text; client/editor/slash-menu.ts. */
function SlashMenu({ text }: { text: WriteText }) {
  return (
    <div
      class="slash-menu listbox"
      id="slash-menu"
      role="listbox"
      tabindex={0}
      aria-label={text.tools.insert}
      hidden
    >
      {BLOCKS.map(([name, face, words]) => {
        const names = Object.values(writeTexts).map((texts) => nameIn(texts, name).toLowerCase())
        return (
          <div {...slashItem({ name, words: [...names, words].join(' ') })}>
            {faceOf(face)}
            {nameIn(text, name)}
          </div>
        )
      })}
    </div>
  )
}

/**
 * Templates that the editor copies: its dialogs and its tools for tables, code, images and uploads.
 */
export function EditorParts({ language }: { language: Language }) {
  return (
    <>
      <EditorDialogs language={language} />
      <FindBar text={writeTexts[language]} />
      <SlashMenu text={writeTexts[language]} />
      <InsertSheet language={language} />
      <Templates text={writeTexts[language]} />
    </>
  )
}

function Templates({ text }: { text: WriteText }) {
  const { external_images } = useContext(IdentityContext)
  return (
    <>
      <template {...editorPart({ name: 'table-tools' })}>
        <div class="block-tools" role="toolbar" aria-label={text.tableTools.label}>
          {TABLE_TOOLS.map((name) => (
            <BlockTool hook={tableTool({ name })} icon={name} label={text.tableTools[name]} />
          ))}
          <BlockTool
            hook={tableTool({ name: 'remove' })}
            icon="trash"
            label={text.tableTools.remove}
          />
        </div>
      </template>
      <template {...editorPart({ name: 'code-language' })}>
        <select class="code-language quiet-select" aria-label={text.codeLanguage}>
          <option value="">{text.plainText}</option>
          {Object.entries(CODE_LANGUAGES).map(([name, label]) => (
            <option value={name}>{label}</option>
          ))}
        </select>
      </template>
      <template {...editorPart({ name: 'callout-kind' })}>
        <select class="quiet-select" aria-label={text.calloutKind}>
          {CALLOUTS.map((kind) => (
            <option value={kind}>{text.callouts[kind]}</option>
          ))}
        </select>
      </template>
      <template {...editorPart({ name: 'image-words' })}>
        <div class="image-words line">
          <input
            class="image-alt"
            type="text"
            aria-label={text.alt}
            placeholder={text.altPlaceholder}
            maxlength={1000}
          />
          <select class="quiet-select" aria-label={text.imageWidth.label}>
            {(['', ...FIGURE_WIDTHS] as const).map((width) => (
              <option value={width}>{text.imageWidth[width]}</option>
            ))}
          </select>
          <BlockTool
            hook={imageTool({ name: 'caption' })}
            icon="comment"
            label={text.caption}
            toggles
          />
          <BlockTool
            hook={imageTool({ name: 'beside' })}
            icon="columns"
            label={text.beside}
            toggles
          />
          <BlockTool hook={imageTool({ name: 'remove' })} icon="trash" label={text.removeImage} />
        </div>
      </template>
      {!external_images && (
        <template {...editorPart({ name: 'external-image' })}>
          <div class="upload centred">
            <p>{text.externalImage}</p>
            <p class="field-error" role="alert" hidden />
            <Button kind="small" label={text.uploadCopy} />
            <input type="file" accept={ACCEPTED_IMAGES} aria-label={text.uploadCopy} hidden />
          </div>
        </template>
      )}
      <template {...editorPart({ name: 'upload' })}>
        <div class="upload centred">
          <progress class="bar" max="1" value="0" aria-label={text.upload.progress} />
          <p class="field-error" role="alert" hidden />
          <div class="form-actions">
            <Button
              {...uploadButton({ action: 'retry' })}
              hidden
              kind="small"
              label={text.upload.retry}
            />
            <Button
              {...uploadButton({ action: 'remove' })}
              kind="small quiet"
              label={text.upload.remove}
            />
          </div>
        </div>
      </template>
    </>
  )
}

interface BlockToolProps {
  hook: Attributes
  icon: IconName
  label: string
  toggles?: true
}

function BlockTool({ hook, icon, label, toggles }: BlockToolProps) {
  return (
    <button
      type="button"
      class="tool"
      {...hook}
      aria-label={label}
      aria-pressed={toggles && 'false'}
      title={label}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Finds and replaces text; client/editor/find-bar.ts. */
function FindBar({ text: { find: text } }: { text: WriteText }) {
  return (
    <form class="find-bar row" id="find-bar" hidden>
      <input
        class="input"
        name="find"
        aria-label={text.find}
        placeholder={text.find}
        autocomplete="off"
      />
      <Button {...findButton({ action: 'next' })} kind="small" label={text.next} />
      <input
        class="input"
        name="replace"
        aria-label={text.replace}
        placeholder={text.replace}
        autocomplete="off"
      />
      <Button {...findButton({ action: 'replace' })} kind="small" label={text.replaceOne} />
      <Button {...findButton({ action: 'all' })} kind="small" label={text.all} />
      <output />
      <Button {...findButton({ action: 'close' })} kind="small quiet" label={text.close} />
    </form>
  )
}

interface EditorDialogProps {
  name: 'formula' | 'embed' | 'footnote' | 'link'
  language: Language
  children: Child
  action?: Child
}

/** Asks for a part of the text; client/editor/dialogs.ts. */
function EditorDialog({ name, language, children, action }: EditorDialogProps) {
  const text = writeTexts[language]
  return (
    <Dialog id={`${name}-dialog`} title={text[name].title}>
      <form class="form" method="dialog" novalidate>
        {children}
        <DialogActions cancel={shellTexts[language].cancel} submit={text.link.insert}>
          {action}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function EditorDialogs({ language }: { language: Language }) {
  const { formula, embed, footnote, link } = writeTexts[language]
  const removeLink = <Button {...linkRemover()} kind="quiet danger to-start" label={link.remove} />
  return (
    <>
      <EditorDialog name="link" language={language} action={removeLink}>
        <Field name="address" label={link.address} hint={link.addressHint} placeholder="https://" />
        <Field name="words" label={link.text} />
      </EditorDialog>
      <EditorDialog name="formula" language={language}>
        <TextField name="tex" label={formula.tex} hint={formula.texHint} rows={4} />
        <output class="formula-shown" for="tex" />
        <label class="check beside">
          <input type="checkbox" name="block" /> {formula.block}
        </label>
      </EditorDialog>
      <EditorDialog name="footnote" language={language}>
        <div class="note-body input" />
        <p class="field-hint">{footnote.hint}</p>
      </EditorDialog>
      <EditorDialog name="embed" language={language}>
        <Field name="embed" label={embed.address} hint={embed.hint} placeholder="https://" />
      </EditorDialog>
    </>
  )
}
