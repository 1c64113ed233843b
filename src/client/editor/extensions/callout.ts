import { Node } from '@tiptap/core'
import { attributeMenu } from '#client/editor/extensions/attribute-menu.ts'
import { copyOf } from '#client/editor/parts.ts'
import { element } from '#client/elements.ts'
import { CALLOUTS, TASK } from '#kernel/html/hooks.ts'

/** A note, a tip or a warning, with a menu for its kind. */
export const callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: CALLOUTS[0],
      parseHTML: (dom: HTMLElement) => dom.getAttribute(TASK.kind),
      renderHTML: ({ kind }) => ({ [TASK.kind]: kind }),
    },
  }),
  parseHTML: () => [
    { tag: CALLOUTS.map((kind) => `blockquote[${TASK.kind}="${kind}"]`).join(), priority: 60 },
  ],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
  addNodeView() {
    return ({ node, getPos }) => {
      const menu = copyOf('callout-kind') as HTMLSelectElement
      const contentDOM = element('div')
      const dom = element('blockquote', {}, menu, contentDOM)
      const show = (kind: string) => {
        menu.value = kind
        dom.setAttribute(TASK.kind, kind)
      }
      show(node.attrs.kind)
      return {
        dom,
        contentDOM,
        ...attributeMenu(this.editor, menu, contentDOM, { node, getPos, name: 'kind', show }),
      }
    }
  },
})
