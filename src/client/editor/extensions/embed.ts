import { Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { element } from '#client/elements.ts'
import { embedOf } from '#kernel/embeds.ts'
import { EMBED } from '#kernel/html/hooks.ts'

/**
 * A link to a video or the like, alone in its paragraph. It becomes a card when it is pasted there.
 */
export const embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  // A higher priority than those of links and Markdown, so that the pasted address is not handled
  // by them.
  priority: 160,
  addAttributes: () => ({ href: { default: '', rendered: false } }),
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
        const href = isCard ? (link.getAttribute('href') ?? '') : ''
        return embedOf(href) === null ? false : { href }
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const { href } = attrs
    return ['p', ['a', { href, [EMBED.provider]: embedOf(href)?.provider ?? null }, href]]
  },
  renderText: ({ node }) => node.attrs.href,
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const name = element('strong', { textContent: embedOf(attrs.href)?.name ?? '' })
      return { dom: element('div', { className: 'embed' }, element('p', {}, name, attrs.href)) }
    },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handlePaste: ({ state, dispatch }, { clipboardData }) => {
            const href = clipboardData?.getData('text/plain').trim() ?? ''
            const { $from, empty } = state.selection
            const isFree =
              empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
            if (!isFree || embedOf(href) === null) return false
            dispatch(state.tr.replaceSelectionWith(this.type.create({ href })).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
