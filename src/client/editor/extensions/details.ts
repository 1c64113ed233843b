import { Node } from '@tiptap/core'

/** The toolbar has no buttons for these blocks, but imported posts contain them and keep them when edited here. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure', getAttrs: (dom) => (dom.querySelector(':scope > img') ? null : false) }],
  renderHTML: () => ['figure', 0],
})

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figure > figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  // Always open, because folded content cannot be edited.
  addNodeView: () => () => {
    const dom = document.createElement('div')
    dom.className = 'details'
    return { dom, contentDOM: dom }
  },
})

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  parseHTML: () => [{ tag: 'details > summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: () => () => {
    const dom = document.createElement('p')
    dom.className = 'summary'
    return { dom, contentDOM: dom }
  },
})

export const preservedBlocks = [Figure, Figcaption, Details, Summary]
