import type { Editor } from '@tiptap/core'

export interface Command {
  run(editor: Editor): void
  isOn?(editor: Editor): boolean
  isPossible?(editor: Editor): boolean
}

/**
 * The toolbar commands, by the names of features/pages/studio/write/views-write-toolbar.tsx. Links and images have
 * their own, because they open a dialog.
 */
export const COMMANDS: Record<string, Command> = {
  undo: { run: (editor) => editor.chain().focus().undo().run(), isPossible: (editor) => editor.can().undo() },
  redo: { run: (editor) => editor.chain().focus().redo().run(), isPossible: (editor) => editor.can().redo() },
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  bold: {
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
    isPossible: (editor) => editor.can().toggleBold(),
  },
  italic: {
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
    isPossible: (editor) => editor.can().toggleItalic(),
  },
  strike: {
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
    isPossible: (editor) => editor.can().toggleStrike(),
  },
  code: {
    run: (editor) => editor.chain().focus().toggleCode().run(),
    isOn: (editor) => editor.isActive('code'),
    isPossible: (editor) => editor.can().toggleCode(),
  },
  bulletList: {
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  orderedList: {
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  taskList: {
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    isOn: (editor) => editor.isActive('taskList'),
  },
  blockquote: {
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  codeBlock: {
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  table: {
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    // Nested tables do not fit on any screen.
    isPossible: (editor) => !editor.isActive('table') && !editor.isActive('codeBlock'),
  },
  horizontalRule: { run: (editor) => editor.chain().focus().setHorizontalRule().run() },
}

function heading(level: 2 | 3 | 4): Command {
  return {
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  }
}
