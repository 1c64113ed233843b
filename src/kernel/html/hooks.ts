/** The frame of a code block that the browser can highlight: language and display name. */
export const CODE_FRAME = { language: 'data-code', label: 'data-label' } as const

/** Task lists and their items, as stored in bodies. */
export const TASK = { kind: 'data-type', checked: 'data-checked' } as const

/**
 * `<sup data-note="1">1</sup>` refers to an item of `<ol data-type="footnotes">`. In the editor,
 * the `sup` element contains its note.
 */
export const NOTE = {
  reference: 'data-note',
  list: 'footnotes',
  inEditor: 'data-note-html',
} as const

/** Classes of figures that are wider than the text, and the maximum of images side by side. */
export const FIGURE_WIDTHS = ['wide', 'full'] as const
export const FIGURE_IMAGES_MAX = 3

/** The kinds of a callout: `<blockquote data-type="note">`. */
export const CALLOUTS = ['note', 'tip', 'warning'] as const
export type Callout = (typeof CALLOUTS)[number]

/**
 * A formula: `<span data-tex="x^2">x^2</span>` in a line, a `div` as a block. The text of the
 * element is for programs that do not show formulas.
 */
export const TEX = 'data-tex'

/**
 * A link that is shown as a card, with the name of its service in `provider`. The button of the
 * card has the address of the frame in `frame`.
 */
export const EMBED = { provider: 'data-embed', frame: 'data-frame' } as const
