import { type AnyExtension, Mark } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { callout } from '#client/editor/extensions/callout.ts'
import { code } from '#client/editor/extensions/code-block.ts'
import { details } from '#client/editor/extensions/details.ts'
import { embed } from '#client/editor/extensions/embed.ts'
import { figures } from '#client/editor/extensions/figure.ts'
import { find } from '#client/editor/extensions/find.ts'
import { footnote } from '#client/editor/extensions/footnote.ts'
import { formulas } from '#client/editor/extensions/formula.ts'
import { imageNode } from '#client/editor/extensions/image.ts'
import { markdownPaste } from '#client/editor/extensions/markdown-paste.ts'
import { tables } from '#client/editor/extensions/table.ts'
import { uploads } from '#client/editor/extensions/uploads.ts'
import { isLink } from '#client/editor/pasted-text.ts'
import { editorText } from '#client/editor/text.ts'
import { TASK } from '#kernel/html/hooks.ts'

/** Tasks are stored as plain list items. The checkbox exists only in the editor. */
function tasks() {
  const item = TaskItem.extend({
    parseHTML: () => [{ tag: `li[${TASK.checked}]`, priority: 51 }],
    renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  })
  const checkboxLabel = (node: { textContent: string }) => editorText().task(node.textContent)
  return [TaskList, item.configure({ nested: true, a11y: { checkboxLabel } })]
}

/** No toolbar button, but kept, because pasted texts and imported posts contain them. */
const smallMarks = ['sub', 'sup', 'mark', 'kbd'].map((name) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  }),
)

/**
 * The schema matches the sanitiser (kernel/html/allow-list.ts), so the editor offers nothing that
 * the sanitiser would remove.
 */
export function extensions(placeholder: string): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      codeBlock: false,
      dropcursor: { color: false, class: 'drop-cursor', width: 2 },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        // The server adds these attributes.
        HTMLAttributes: { target: null, rel: null },
        isAllowedUri: isLink,
      },
    }),
    Placeholder.configure({ placeholder }),
    ...smallMarks,
    ...figures,
    ...details,
    callout,
    ...tasks(),
    ...tables,
    ...formulas,
    footnote,
    embed,
    code,
    imageNode,
    uploads,
    markdownPaste,
    find,
  ]
}
