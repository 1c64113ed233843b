import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { toast } from '#client/behaviors/toast.ts'
import { looksLikeMarkdown } from '#client/editor/pasted-text.ts'
import { editorText } from '#client/editor/text.ts'

interface Pasted {
  from: number
  to: number
}

const key = new PluginKey<Pasted | null>('markdownPaste')

/**
 * Pastes a plain text that looks like Markdown unchanged, and formats it in a second step, so that
 * undo restores the plain text. The plugin tracks the pasted range until it is formatted, even
 * while the author types.
 */
export const markdownPaste = Extension.create({
  name: 'markdownPaste',
  // A higher priority than that of the code block extension, which treats every paste from VS Code
  // as code.
  priority: 150,
  addStorage: () => ({ load: () => import('#client/editor/markdown.ts') }),
  addProseMirrorPlugins() {
    const { editor } = this
    let wantsPlain = false
    return [
      new Plugin<Pasted | null>({
        key,
        state: {
          init: () => null,
          apply(tr, pasted) {
            const set: Pasted | null | undefined = tr.getMeta(key)
            if (set !== undefined) return set
            return (
              pasted && { from: tr.mapping.map(pasted.from, -1), to: tr.mapping.map(pasted.to, 1) }
            )
          },
        },
        props: {
          handleKeyDown(_, { shiftKey, key: pressed }) {
            wantsPlain = shiftKey && pressed.toLowerCase() === 'v'
            return false
          },
          handlePaste(view, { clipboardData }) {
            const text = clipboardData?.getData('text/plain') ?? ''
            const isPlain = wantsPlain || view.state.selection.$from.parent.type.spec.code
            wantsPlain = false
            if (isPlain || !clipboardData || !isMarkdown(clipboardData, text)) return false
            const { from } = view.state.selection
            const tr = view.state.tr.replaceSelection(asItIs(text, view.state.schema))
            view.dispatch(tr.setMeta(key, { from, to: tr.selection.from }))
            void import('#client/editor/markdown.ts').then(({ nodesFrom }) => {
              if (!view.isDestroyed) setAsMarkdown(view, () => nodesFrom(text, editor))
            })
            return true
          },
        },
      }),
    ]
  },
})

function isMarkdown(data: DataTransfer, text: string): boolean {
  const fromVsCode = data.getData('vscode-editor-data')
  if (fromVsCode !== '') return fromVsCode.includes('"mode":"markdown"')
  return data.getData('text/html') === '' && looksLikeMarkdown(text)
}

/**
 * One paragraph per line. The paste of the editor itself is not used, because it would format parts
 * of the text already.
 */
function asItIs(text: string, schema: Schema): Slice {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const paragraphs = lines.flatMap(
    (line) => schema.nodes.paragraph?.create(null, schema.text(line)) ?? [],
  )
  return new Slice(Fragment.from(paragraphs), 1, 1)
}

function setAsMarkdown(
  view: EditorView,
  nodesOf: () => ReturnType<typeof import('#client/editor/markdown.ts').nodesFrom>,
) {
  const pasted = key.getState(view.state)
  const slice = nodesOf()
  if (!pasted || !slice) return
  const tr = closeHistory(view.state.tr)
    .setMeta(key, null)
    .replaceRange(pasted.from, pasted.to, slice)
  view.dispatch(tr.scrollIntoView())
  toast(editorText().pasted)
}
