/** The frame of a code block that the browser can highlight: language and display name. */
export const CODE_FRAME = { language: 'data-code', label: 'data-label' } as const

/** Task lists and their items, as stored in bodies. */
export const TASK = { kind: 'data-type', checked: 'data-checked' } as const
