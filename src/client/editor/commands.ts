import { askEmbed, askFootnote, askFormula, type Command } from '#client/editor/dialogs.ts'
import { canInsertDetails, insertDetails } from '#client/editor/extensions/details.ts'

/**
 * The commands of the toolbar, by the names of features/pages/studio/write/views-write-toolbar.tsx.
 * Links and images have commands of their own, because they open a dialog.
 */
export const COMMANDS: Record<string, Command> = {
  undo: {
    run: (editor) => editor.chain().focus().undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  redo: {
    run: (editor) => editor.chain().focus().redo().run(),
    isPossible: (editor) => editor.can().redo(),
  },
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  bold: toggle('bold', 'toggleBold', true),
  italic: toggle('italic', 'toggleItalic', true),
  strike: toggle('strike', 'toggleStrike', true),
  code: toggle('code', 'toggleCode', true),
  bulletList: toggle('bulletList', 'toggleBulletList'),
  orderedList: toggle('orderedList', 'toggleOrderedList'),
  taskList: toggle('taskList', 'toggleTaskList'),
  callout: {
    run: (editor) => editor.chain().focus().toggleWrap('callout').run(),
    isOn: (editor) => editor.isActive('callout'),
  },
  details: { run: insertDetails, isPossible: canInsertDetails },
  blockquote: toggle('blockquote', 'toggleBlockquote'),
  codeBlock: toggle('codeBlock', 'toggleCodeBlock'),
  table: {
    run: (editor) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    // Nested tables do not fit on any screen.
    isPossible: (editor) => !editor.isActive('table') && !editor.isActive('codeBlock'),
  },
  formula: {
    run: (editor) => askFormula(editor, null, false),
    isPossible: (editor) => !editor.isActive('codeBlock') && !editor.isActive('code'),
  },
  footnote: {
    run: (editor) => askFootnote(editor, null),
    isPossible: (editor) => !editor.isActive('codeBlock') && !editor.isActive('code'),
  },
  embed: { run: askEmbed },
  horizontalRule: { run: (editor) => editor.chain().focus().setHorizontalRule().run() },
}

type Mark = 'toggleBold' | 'toggleItalic' | 'toggleStrike' | 'toggleCode'
type Block =
  | 'toggleBulletList'
  | 'toggleOrderedList'
  | 'toggleTaskList'
  | 'toggleBlockquote'
  | 'toggleCodeBlock'

/**
 * A command that turns a format on or off. A mark is not possible everywhere: a code block, for
 * example, has none.
 */
function toggle(name: string, command: Mark | Block, isMark = false): Command {
  return {
    run: (editor) => editor.chain().focus()[command]().run(),
    isOn: (editor) => editor.isActive(name),
    isPossible: (editor) => !isMark || editor.can()[command](),
  }
}

function heading(level: 2 | 3 | 4): Command {
  return {
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  }
}
