import { type Editor, Node } from '@tiptap/core'
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { updating } from '#client/editor/extensions/attribute-menu.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'
import { FIGURE_IMAGES_MAX, FIGURE_WIDTHS } from '#kernel/html/hooks.ts'

/** Images side by side, with a caption or wider than the text. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image image? image? figcaption?',
  isolating: true,
  addAttributes: () => ({
    class: {
      default: null,
      parseHTML: ({ className }: HTMLElement) =>
        FIGURE_WIDTHS.find((width) => width === className) ?? null,
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (dom) => (dom.querySelector(':scope > img') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
  addNodeView() {
    return ({ node }) => {
      const dom = element('figure')
      const show = ({ attrs }: DocumentNode) => {
        dom.className = attrs.class ?? ''
      }
      show(node)
      return { dom, contentDOM: dom, update: updating(node, show) }
    }
  },
})

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figure > figcaption' }],
  renderHTML: () => ['figcaption', 0],
  addNodeView: () => () => {
    const dom = element('figcaption')
    dom.style.setProperty('--placeholder', JSON.stringify(editorText().caption))
    return { dom, contentDOM: dom }
  },
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => isInCaption(editor) && leave(editor),
    Backspace({ editor }) {
      const { $from, empty } = editor.state.selection
      if (!isInCaption(editor) || !empty || $from.parent.content.size > 0) return false
      return editor.commands.deleteRange({ from: $from.before(), to: $from.after() })
    },
  }),
})

export const figures = [Figure, Figcaption]

const isInCaption = ({ state }: Editor) => state.selection.$from.parent.type.name === 'figcaption'

/** Continues in a new paragraph below the figure. */
function leave(editor: Editor): boolean {
  const after = editor.state.selection.$from.after(-1)
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .run()
}

interface Parts {
  images: readonly DocumentNode[]
  caption: DocumentNode | null
  width: string | null
}

/** The image at a position, or the figure around it. */
function partsAt({ state: { doc } }: Editor, at: number): Parts & { from: number; to: number } {
  const place = doc.resolve(at)
  const isInFigure = place.parent.type.name === 'figure'
  const from = isInFigure ? place.before() : at
  return { ...partsOf(doc.nodeAt(from)), from, to: isInFigure ? place.after() : at + 1 }
}

function partsOf(node: DocumentNode | null): Parts {
  const single = node ? [node] : []
  const parts = node?.type.name === 'figure' ? node.children : single
  return {
    images: parts.filter(({ type }) => type.name === 'image'),
    caption: parts.find(({ type }) => type.name === 'figcaption') ?? null,
    width: node?.attrs.class ?? null,
  }
}

/**
 * The image alone, or a figure around it. An image needs no figure if it is alone, has no caption
 * and is not wider.
 */
function figureOf({ images, caption, width }: Parts): DocumentNode[] {
  const figure = images[0]?.type.schema.nodes.figure
  if (!figure) return []
  if (images.length === 1 && caption === null && width === null) return [...images]
  return [figure.create({ class: width }, [...images, ...(caption ? [caption] : [])])]
}

export function setWidth(editor: Editor, at: number, width: string | null): void {
  const { from, to, ...parts } = partsAt(editor, at)
  const { tr } = editor.state
  const [next] = figureOf({ ...parts, width })
  if (!next) return
  // The element of the image stays in the page, because it has the focus.
  if (next.type === tr.doc.nodeAt(from)?.type) tr.setNodeAttribute(from, 'class', width)
  else tr.replaceWith(from, to, next)
  editor.view.dispatch(tr)
}

/** Adds a caption and puts the caret into it, or removes it. */
export function toggleCaption(editor: Editor, at: number): void {
  const { from, to, ...parts } = partsAt(editor, at)
  const { tr, schema } = editor.state
  const caption = parts.caption ? null : (schema.nodes.figcaption?.create() ?? null)
  tr.replaceWith(from, to, figureOf({ ...parts, caption }))
  if (caption) tr.setSelection(TextSelection.create(tr.doc, from + parts.images.length + 2))
  editor.view.dispatch(tr)
  editor.view.focus()
}

/**
 * Puts an image beside the image above it. If it is in a row already, puts the images of the row
 * below each other. False if there is no room.
 */
export function toggleBeside(editor: Editor, at: number): boolean {
  const { from, to, ...parts } = partsAt(editor, at)
  const { tr, doc } = editor.state
  const last = parts.images.at(-1)
  if (parts.images.length > 1 && last) {
    const others = parts.images.slice(0, -1)
    editor.view.dispatch(
      tr.replaceWith(from, to, [...others, ...figureOf({ ...parts, images: [last] })]),
    )
    return true
  }
  const before = doc.resolve(from).nodeBefore
  const above = partsOf(before)
  const images = [...above.images, ...parts.images]
  if (before === null || above.images.length === 0 || images.length > FIGURE_IMAGES_MAX)
    return false
  const joined = {
    images,
    caption: parts.caption ?? above.caption,
    width: parts.width ?? above.width,
  }
  editor.view.dispatch(tr.replaceWith(from - before.nodeSize, to, figureOf(joined)))
  return true
}

export function removeImage(editor: Editor, at: number): void {
  const { from, to, ...parts } = partsAt(editor, at)
  const image = editor.state.doc.nodeAt(at)
  const images = parts.images.filter((other) => other !== image)
  const rest = images.length === 0 ? [] : figureOf({ ...parts, images })
  editor.view.dispatch(editor.state.tr.replaceWith(from, to, Fragment.from(rest)))
  editor.view.focus()
}

/** Rows of up to three images beside each other. */
export function galleryOf(images: readonly DocumentNode[]): DocumentNode[] {
  return Array.from({ length: Math.ceil(images.length / FIGURE_IMAGES_MAX) }, (_, row) =>
    figureOf({
      images: images.slice(row * FIGURE_IMAGES_MAX, (row + 1) * FIGURE_IMAGES_MAX),
      caption: null,
      width: null,
    }),
  ).flat()
}

/** The states of the tools of the image at a position. */
export function factsOf(
  editor: Editor,
  at: number,
): { width: string; hasCaption: boolean; isBeside: boolean } {
  const { width, caption, images } = partsAt(editor, at)
  return { width: width ?? '', hasCaption: caption !== null, isBeside: images.length > 1 }
}
