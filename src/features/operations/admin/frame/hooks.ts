import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'

/** A button that opens a `ReasonDialog` about one thing. */
export const reasonOpener = hook('to', { call: text, target: text, version: maybe(number) })
/** A heading with a gap, `{target}` or `{count}`, that is filled when its dialog opens. */
export const dialogTitle = hook('title', { template: text })
export const cannedReason = hook('canned', { reason: text })
export const shortcutSwitch = hook('shortcuts')

export const selectBox = hook('selects')
export const selectAll = hook('selects-all')
export const batchBar = hook('batch', {
  call: text,
  refusals: json<Record<string, string>>,
  done: text,
  refused: text,
  close: text,
})
export const batchCount = hook('selected', { template: text })
export const batchChoice = hook('batch-action')
/** An option of the choice: an action that needs a reason, or has no call for many. */
export const batchOption = hook('needs-reason', {
  needsReason: flag,
  each: maybe(text),
  body: maybe(json<Record<string, string>>),
})
/** Opens the dialog; with what it is called where there is but one action. */
export const batchOpener = hook('batch-asks', { action: text })
export const batchClearer = hook('batch-clears')
export const batchDialog = hook('batch-dialog')
export const batchForm = hook('batch-form')
