import { TaskItem, TaskList } from '@tiptap/extension-list'
import { editorText } from '#client/editor/text.ts'
import { TASK } from '#kernel/html/hooks.ts'

/** Stored as list items, without the box that they are ticked with here. */
export function tasks() {
  const item = TaskItem.extend({
    parseHTML: () => [{ tag: `li[${TASK.checked}]`, priority: 51 }],
    renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  })
  const checkboxLabel = (node: { textContent: string }) => editorText().task(node.textContent)
  return [TaskList, item.configure({ nested: true, a11y: { checkboxLabel } })]
}
