import { type Editor, InputRule, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { askFormula, showFormula } from '#client/editor/dialogs.ts'
import { updating } from '#client/editor/extensions/attribute-menu.ts'
import { element } from '#client/elements.ts'
import { tidyTex } from '#kernel/formulas/formulas.ts'
import { TEX } from '#kernel/html/hooks.ts'

/** A formula in a line: `$x^2$`. */
const Formula = formulaNode(false).extend({
  addInputRules() {
    // Requires a letter or a sign of a formula, because `$5-$10` is a price.
    const find = /(?<![\\$])\$((?=[^$]*[a-zA-Z\\^_=])[^\s$](?:[^$]*[^\s$\\])?)\$$/
    const handler: InputRule['handler'] = ({ state, range, match }) => {
      state.tr.replaceWith(
        range.from,
        range.to,
        this.type.create({ tex: tidyTex(match[1] ?? '', false) }),
      )
    }
    return [new InputRule({ find, handler })]
  },
})

/** A formula on a line of its own: `$$x^2$$`. Typing `$$` and a space opens its dialog. */
const FormulaBlock = formulaNode(true).extend({
  addInputRules() {
    const ask: InputRule['handler'] = ({ state, range }) => {
      state.tr.delete(range.from, range.to)
      setTimeout(() => askFormula(this.editor, null, true))
    }
    const make: InputRule['handler'] = ({ state: { tr, schema }, range, match }) => {
      const line = tr.doc.resolve(range.from)
      const [index, paragraph] = [line.index(-1), schema.nodes.paragraph]
      if (
        range.to !== line.end() ||
        !paragraph ||
        !line.node(-1).canReplaceWith(index, index + 1, this.type)
      )
        return null
      const formula = this.type.create({ tex: tidyTex(match[1] ?? '', true) })
      tr.replaceWith(line.before(), line.after(), [formula, paragraph.create()])
      tr.setSelection(TextSelection.create(tr.doc, line.before() + formula.nodeSize + 1))
      return undefined
    }
    return [
      new InputRule({ find: /^\$\$\s$/, handler: ask }),
      new InputRule({ find: /^\$\$(\s*\\?[^\s$\\][^$]*)\$\$$/, handler: make }),
    ]
  },
})

export const formulas = [Formula, FormulaBlock]

function formulaNode(isBlock: boolean) {
  const tag = isBlock ? 'div' : 'span'
  const name = isBlock ? 'formulaBlock' : 'formula'
  return Node.create({
    name,
    group: isBlock ? 'block' : 'inline',
    inline: !isBlock,
    atom: true,
    addAttributes: () => ({ tex: { default: '', rendered: false } }),
    parseHTML: () => [
      {
        tag: `${tag}[${TEX}]`,
        priority: 60,
        getAttrs: (dom) => {
          const tex = tidyTex(dom.getAttribute(TEX) || (dom.textContent ?? ''), isBlock)
          return tex === '' ? false : { tex }
        },
      },
    ],
    renderHTML: ({ node }) => [tag, { [TEX]: node.attrs.tex }, node.attrs.tex],
    renderText: ({ node }) => (isBlock ? `$$\n${node.attrs.tex}\n$$` : `$${node.attrs.tex}$`),
    addKeyboardShortcuts: () => ({
      Enter: ({ editor }) => editSelected(editor, name, (_, at) => askFormula(editor, at, isBlock)),
    }),
    addNodeView() {
      return ({ node, getPos }) => {
        const dom = element(tag, { className: 'formula' })
        let shown: string | null = null
        const show = ({ attrs: { tex } }: DocumentNode) => {
          if (tex !== shown) void showFormula(dom, { tex, isBlock })
          shown = tex
        }
        show(node)
        dom.addEventListener('click', () => askFormula(this.editor, getPos() ?? null, isBlock))
        return { dom, update: updating(node, show), ignoreMutation: () => true }
      }
    },
  })
}

/** Opens the dialog of a selected node with this name. */
export function editSelected(
  editor: Editor,
  name: string,
  ask: (editor: Editor, at: number) => void,
): boolean {
  const { selection } = editor.state
  const isHere = selection instanceof NodeSelection && selection.node.type.name === name
  if (isHere) ask(editor, selection.from)
  return isHere
}
