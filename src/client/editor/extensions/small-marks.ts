import { Mark } from '@tiptap/core'

/** Without a button, but not lost either: pasted texts and posts written elsewhere have them. */
export const smallMarks = ['sub', 'sup', 'mark', 'kbd'].map((name) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  }),
)
