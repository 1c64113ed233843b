import type { Editor, JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { Fragment, Slice } from '@tiptap/pm/model'

/** Markdown as a slice of the document; null if it is empty. */
export function nodesFrom(markdown: string, editor: Editor): Slice | null {
  const manager = new MarkdownManager({ extensions: editor.extensionManager.baseExtensions })
  const { content = [] } = belowTitle(manager.parse(markdown))
  const nodes = content.map((node) => editor.schema.nodeFromJSON(node))
  for (const node of nodes) node.check()
  return nodes.length === 0 ? null : new Slice(Fragment.from(nodes), 0, 0)
}

/** The title is not part of the body: headings start one level below it and end at level four. */
function belowTitle(doc: JSONContent): JSONContent {
  const hasTitle = (doc.content ?? []).some(({ type, attrs }) => type === 'heading' && attrs?.level === 1)
  const lowered = (node: JSONContent): JSONContent => ({
    ...node,
    ...(node.type === 'heading' && {
      attrs: { level: Math.min(4, Number(node.attrs?.level ?? 2) + (hasTitle ? 1 : 0)) },
    }),
    ...(node.content && { content: node.content.map(lowered) }),
  })
  return lowered(doc)
}
