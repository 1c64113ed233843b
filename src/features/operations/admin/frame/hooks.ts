import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'

/** A button that opens a `ReasonDialog` for one item. */
export const reasonOpener = hook('to', { call: text, target: text, version: maybe(number) })
/** A heading with a placeholder, `{target}` or `{count}`, that is filled in when the dialog opens. */
export const dialogTitle = hook('title', { template: text })
/** The word “optional” in the label of a reason. Some batch actions need one. */
export const optionalReason = hook('optional-reason')
export const cannedReason = hook('canned', { reason: text })
/** A submit button of a `ReasonDialog` that sends the form to another move, such as `lock` in place of `reject`. */
export const insteadButton = hook('instead', { move: text, toast: text })
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
/** An action in the select box that needs a reason or has no batch endpoint. */
export const batchOption = hook('needs-reason', {
  needsReason: flag,
  each: maybe(text),
  body: maybe(json<Record<string, string | boolean>>),
})
/** Opens the dialog. `action` is set if there is only one action. */
export const batchOpener = hook('batch-asks', { action: text })
export const batchClearer = hook('batch-clears')
export const batchDialog = hook('batch-dialog')
export const batchForm = hook('batch-form')
/** A part of the dialog that is shown for one action only. */
export const batchPart = hook('batch-part', { action: text })
