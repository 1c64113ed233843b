import { type Editor, Node } from '@tiptap/core'
import type { Node as EditorNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { updating } from '#client/editor/extensions/attribute-menu.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'
import { embedOf } from '#kernel/embeds.ts'
import { EMBED } from '#kernel/html/hooks.ts'

/**
 * A link to a video or the like, alone in its paragraph. It becomes a card when it is pasted there.
 * Its title is the text of the link: the author types it, or pastes a link with a text. Nothing is
 * fetched from the service.
 */
export const embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  // A higher priority than those of links and Markdown, so that the pasted address is not handled
  // by them.
  priority: 160,
  addAttributes: () => ({
    href: { default: '', rendered: false },
    title: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'p',
      priority: 60,
      getAttrs: (dom) => {
        const [link, ...others] = dom.childNodes
        const isCard =
          link instanceof HTMLAnchorElement &&
          link.hasAttribute(EMBED.provider) &&
          others.length === 0
        return isCard && cardOf(link)
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const { href, title } = attrs
    const provider = embedOf(href)?.provider ?? null
    return ['p', ['a', { href, [EMBED.provider]: provider }, title || href]]
  },
  renderText: ({ node }) => node.attrs.href,
  addNodeView() {
    return ({ node, getPos }) => card(this.editor, node, getPos)
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handlePaste: ({ state, dispatch }, { clipboardData }) => {
            const { $from, empty } = state.selection
            const isFree =
              empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
            const pasted = isFree && clipboardData ? pastedCard(clipboardData) : false
            if (!pasted) return false
            dispatch(state.tr.replaceSelectionWith(this.type.create(pasted)).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})

interface Card {
  href: string
  /** Empty if the link shows only its address. */
  title: string
}

function cardOf(link: HTMLAnchorElement): Card | false {
  const href = link.getAttribute('href') ?? ''
  if (embedOf(href) === null) return false
  const text = link.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  return { href, title: text === href ? '' : text }
}

/** The card of a pasted address, or of a pasted link, whose text becomes the title. */
function pastedCard(data: DataTransfer): Card | false {
  const href = data.getData('text/plain').trim()
  if (embedOf(href) !== null) return { href, title: '' }
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  const link = body.querySelector('a')
  const isAlone = link !== null && link.textContent?.trim() === body.textContent?.trim()
  return isAlone && cardOf(link)
}

/** The card in the editor, with a field for its title. */
function card(editor: Editor, first: EditorNode, getPos: () => number | undefined): NodeView {
  const text = editorText()
  const name = element('strong')
  const address = element('span')
  const title = element('input', {
    className: 'input',
    placeholder: text.embedTitle,
    ariaLabel: text.embedTitle,
    maxLength: TITLE_MAX,
  })
  const show = ({ attrs }: EditorNode) => {
    name.textContent = embedOf(attrs.href)?.name ?? ''
    address.textContent = attrs.href
    // The title that the author is typing must not be overwritten.
    if (document.activeElement !== title) title.value = attrs.title
  }
  title.addEventListener('input', () => {
    const pos = getPos()
    if (pos === undefined) return
    const typed = title.value.trim()
    editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'title', typed))
  })
  title.addEventListener('keydown', (event) => {
    const pos = getPos()
    if (event.key !== 'Enter' || event.isComposing || pos === undefined) return
    event.preventDefault()
    editor
      .chain()
      .setTextSelection(pos + 1)
      .focus()
      .run()
  })
  show(first)
  return {
    dom: element('div', { className: 'embed' }, element('p', {}, name, address), title),
    update: updating(first, show),
    stopEvent: ({ target }) => target === title,
    ignoreMutation: () => true,
  }
}

const TITLE_MAX = 200
