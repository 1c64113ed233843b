import type { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { chosenFiles } from '#client/behaviors/forms/file-drops.ts'
import { toast } from '#client/behaviors/toast.ts'
import { updating } from '#client/editor/extensions/attribute-menu.ts'
import {
  factsOf,
  removeImage,
  setWidth,
  toggleBeside,
  toggleCaption,
} from '#client/editor/extensions/figure.ts'
import { type Uploaded, uploadImage, uploadProblem } from '#client/editor/images.ts'
import { copyOf, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { element, say } from '#client/elements.ts'
import { findAll, read, where } from '#client/hooks.ts'
import { editorPart, imageTool } from '#features/pages/studio/hooks.ts'

/** An image with its tools and a field for its alternative text below it. */
export const imageNode = Image.extend({
  addNodeView() {
    return ({ node, getPos }) => frame(this.editor, node, getPos)
  },
})

function frame(editor: Editor, first: Node, getPos: () => number | undefined): NodeView {
  const words = copyOf('image-words')
  const input = part(words, 'input', HTMLInputElement)
  const width = part(words, 'select', HTMLSelectElement)
  const tools = [...findAll<HTMLButtonElement>(imageTool, words)]
  const image = element('img', { draggable: false })
  const here = (use: (pos: number) => void) => {
    const pos = getPos()
    if (pos !== undefined) use(pos)
  }
  const linked = linkedImage(({ url: src, width, height }) =>
    here((pos) => {
      const attrs = { ...editor.state.doc.nodeAt(pos)?.attrs, src, width, height }
      editor.view.dispatch(editor.state.tr.setNodeMarkup(pos, null, attrs))
    }),
  )
  const dom = element(
    'div',
    { className: 'image-frame' },
    image,
    ...(linked ? [linked.dom] : []),
    words,
  )
  const show = ({ attrs: { src, alt, title, width, height } }: Node) => {
    image.hidden = linked?.show(src) ?? false
    if (image.hidden) image.removeAttribute('src')
    else if (image.getAttribute('src') !== src) image.src = src
    image.alt = alt ?? ''
    image.title = title ?? ''
    for (const [name, value] of Object.entries({ width, height })) {
      if (value) image.setAttribute(name, value)
      else image.removeAttribute(name)
    }
    // The text that the author is typing must not be overwritten.
    if (document.activeElement !== input) input.value = alt ?? ''
  }
  const showFigure = () =>
    here((pos) => {
      const facts = factsOf(editor, pos)
      width.value = facts.width
      for (const tool of tools) {
        const isOn = { caption: facts.hasCaption, beside: facts.isBeside, remove: null }[
          read(imageTool, tool).name
        ]
        if (isOn !== null) tool.ariaPressed = String(isOn)
      }
    })

  input.addEventListener('input', () =>
    here((pos) =>
      editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'alt', input.value || null)),
    ),
  )
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    here((pos) =>
      editor
        .chain()
        .setTextSelection(pos + 1)
        .focus()
        .run(),
    )
  })
  width.addEventListener('change', () => here((pos) => setWidth(editor, pos, width.value || null)))
  const commands = { caption: toggleCaption, beside: toggleBeside, remove: removeImage }
  for (const tool of tools)
    tool.addEventListener('click', () =>
      here((pos) => {
        if (commands[read(imageTool, tool).name](editor, pos) === false)
          toast(editorText().noImageAbove, 'danger')
      }),
    )
  // The states of the tools change with the figure around the image, which does not update the
  // image.
  for (const event of ['focusin', 'pointerenter'] as const) dom.addEventListener(event, showFigure)
  show(first)
  queueMicrotask(showFigure)
  return {
    dom,
    update: updating(first, show),
    selectNode: () => dom.classList.add('selected'),
    deselectNode: () => dom.classList.remove('selected'),
    stopEvent: ({ target }) =>
      target instanceof HTMLElement &&
      (words.contains(target) || linked?.dom.contains(target) === true),
    ignoreMutation: () => true,
  }
}

/**
 * For sites that replace images of other sites by links: a button uploads a copy of such an image.
 * Null if the page has no template for it.
 */
function linkedImage(done: (uploaded: Uploaded) => void) {
  if (!document.querySelector(where(editorPart, { name: 'external-image' }).selector)) return null
  const dom = copyOf('external-image')
  const link = element('a', { target: '_blank', rel: 'noopener noreferrer' })
  part(dom, 'p', HTMLElement).prepend(link, ' ')
  const input = part(dom, 'input', HTMLInputElement)
  const upload = part(dom, 'button', HTMLButtonElement)
  const problem = part(dom, '[role="alert"]', HTMLElement)
  upload.addEventListener('click', () => input.click())
  chosenFiles(input, async ([file]) => {
    if (!file) return
    say(problem, '')
    upload.ariaBusy = 'true'
    try {
      done(await uploadImage(file, () => {}))
    } catch (error) {
      say(problem, uploadProblem(error))
    } finally {
      upload.ariaBusy = null
    }
  })
  return {
    dom,
    /** Returns whether the image is on another site. */
    show(src: string): boolean {
      const url = URL.parse(src, location.href)
      dom.hidden = !url || !/^https?:$/.test(url.protocol) || url.origin === location.origin
      link.href = url?.href ?? ''
      link.textContent = url?.host ?? ''
      return !dom.hidden
    },
  }
}
