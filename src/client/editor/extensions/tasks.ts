import { TaskItem, TaskList } from '@tiptap/extension-list'
import { editorText } from '#client/editor/text.ts'

/** Stored as `li[data-checked]`, without the box that they are ticked with here. */
export function tasks() {
  const item = TaskItem.extend({
    parseHTML: () => [{ tag: 'li[data-checked]', priority: 51 }],
    renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  })
  const checkboxLabel = (node: { textContent: string }) => editorText().task(node.textContent)
  return [TaskList, item.configure({ nested: true, a11y: { checkboxLabel } })]
}
