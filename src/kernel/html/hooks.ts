/** Around code that the browser can colour: its language, and the name of it to show. */
export const CODE_FRAME = { language: 'data-code', label: 'data-label' } as const

/** Lists of tasks and their items, as bodies are stored. */
export const TASK = { kind: 'data-type', checked: 'data-checked' } as const
