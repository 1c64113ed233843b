import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { chosenFiles } from '#client/behaviors/forms/file-drops.ts'
import { toast } from '#client/behaviors/toast.ts'
import type { Command } from '#client/editor/dialogs.ts'
import { galleryOf } from '#client/editor/extensions/figure.ts'
import { uploadPlaceholder } from '#client/editor/images.ts'
import { editorText } from '#client/editor/text.ts'

type Action = { add: { id: number; pos: number; dom: HTMLElement } } | { remove: number }

const key = new PluginKey<DecorationSet>('uploads')
let uploadsSoFar = 0

/**
 * Images that are being uploaded. Each has a placeholder that moves with the surrounding text but
 * is not part of the document, so saving and undo ignore it.
 */
export const uploads = Extension.create({
  name: 'uploads',
  // A higher priority than that of the editor itself, which also handles pasted files.
  priority: 200,
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, set) {
          const mapped = set.map(tr.mapping, tr.doc)
          const action: Action | undefined = tr.getMeta(key)
          if (!action) return mapped
          if ('remove' in action)
            return mapped.remove(
              mapped.find(undefined, undefined, ({ id }) => id === action.remove),
            )
          const { id, pos, dom } = action.add
          const facts = { id, side: -1, stopEvent: () => true, ignoreSelection: true }
          return mapped.add(tr.doc, [Decoration.widget(pos, dom, facts)])
        },
      },
      props: {
        decorations: (state) => key.getState(state),
        handlePaste: (view, event) =>
          takeFrom(view, event.clipboardData, view.state.selection.from),
        handleDrop(view, event) {
          if (view.dragging) return false
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          return takeFrom(view, event.dataTransfer, place?.pos ?? view.state.doc.content.size)
        },
      },
    }),
  ],
})

export function uploadsInProgress(state: EditorState): number {
  return key.getState(state)?.find().length ?? 0
}

function insertImages(view: EditorView, files: File[], pos: number, isGallery = false): void {
  const groups = isGallery ? [files] : files.map((file) => [file])
  for (const group of groups) {
    const images: Node[] = []
    let waiting = group.length
    for (const [index, file] of group.entries())
      insertImage(view, file, pos, (image) => {
        if (image) images[index] = image
        waiting -= 1
        // A gallery is inserted with its last image.
        if (waiting > 0) return []
        return isGallery ? galleryOf(images.filter(Boolean)) : images
      })
  }
}

/**
 * Uploads one image. When the upload has ended, inserts the nodes that `nodesFor` returns for the
 * image, or for null if the author has given up.
 */
function insertImage(
  view: EditorView,
  file: File,
  near: number,
  nodesFor: (image: Node | null) => Node[],
): void {
  const id = uploadsSoFar++
  const finish = (change: (at: number) => typeof view.state.tr) => {
    const [place] =
      key.getState(view.state)?.find(undefined, undefined, (facts) => facts.id === id) ?? []
    if (place && !view.isDestroyed) view.dispatch(change(place.from).setMeta(key, { remove: id }))
  }
  const dom = uploadPlaceholder(file, {
    done({ url: src, width, height }) {
      const image = view.state.schema.nodes.image?.create({ src, width, height }) ?? null
      finish((at) => view.state.tr.insert(at, nodesFor(image)))
    },
    givenUp: () => finish((at) => view.state.tr.insert(at, nodesFor(null))),
  })
  view.dispatch(
    view.state.tr.setMeta(key, { add: { id, pos: betweenBlocks(view.state, near), dom } }),
  )
}

/** The position before an empty line, or else below the block. */
function betweenBlocks(state: EditorState, pos: number): number {
  const place = state.doc.resolve(pos)
  if (!place.parent.isTextblock) return pos
  return place.parent.content.size === 0 ? place.before() : place.after()
}

function takeFrom(view: EditorView, data: DataTransfer | null, pos: number): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0 || (data && holdsText(data))) return false
  const images = files.filter(({ type }) => type.startsWith('image/'))
  if (images.length < files.length) toast(editorText().notAnImage, 'danger')
  insertImages(view, images, pos)
  return true
}

/**
 * Word processors add an image of the text to the clipboard. The text is then pasted, not the
 * image. If an image was copied in a browser, the clipboard has HTML with its URL but without a
 * text, so the image is uploaded.
 */
function holdsText(data: DataTransfer): boolean {
  const html = data.getData('text/html')
  if (html === '') return false
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() !== ''
}

/** The commands that open the file dialog. The plugin above handles paste and drop. */
export function imageCommands(
  editor: Editor,
  input: HTMLInputElement,
): Record<'image' | 'gallery', Command> {
  let isGallery = false
  chosenFiles(input, (files) => {
    insertImages(editor.view, files, editor.state.selection.from, isGallery)
    editor.commands.focus()
  })
  const choosing = (asGallery: boolean): Command => ({
    run() {
      isGallery = asGallery
      input.click()
    },
  })
  return { image: choosing(false), gallery: choosing(true) }
}
