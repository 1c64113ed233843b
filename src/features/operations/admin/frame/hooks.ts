import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'

export interface SavedReplyText {
  save: string
  saved: string
  manage: string
}

/**
 * A button that opens a `ReasonDialog` for one item: the endpoint, the name of the item, and its
 * version.
 */
export const reasonOpener = hook('to', { call: text, target: text, version: maybe(number) })
/**
 * A heading with a placeholder, `{target}` or `{count}`, that is filled in when the dialog opens.
 */
export const dialogTitle = hook('title', { template: text })
/**
 * The word “optional” in the label of a reason. client/admin/batch.ts hides it for the actions that
 * need a reason.
 */
export const optionalReason = hook('optional-reason')
/** The common reasons of a dialog. The browser adds the saved replies of the kind. */
export const cannedList = hook('canned-list', { kind: text, text: json<SavedReplyText> })
export const cannedReason = hook('canned', { reason: text })
/**
 * A submit button of a `ReasonDialog` that sends the form to another move, such as `lock` in place
 * of `reject`.
 */
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
export const bulkApproval = hook('bulk-approval', {
  approve: text,
  none: text,
  refused: text,
  refusals: json<Record<string, string>>,
})
export const bulkBox = hook('bulk-id', { id: number, version: number })
export const bulkButton = hook('bulk-button')
export const batchCount = hook('selected', { template: text })
export const batchChoice = hook('batch-action')
/**
 * An option of the select box of actions. Some actions need a reason; `each` is the endpoint of an
 * action that is called once per item.
 */
export const batchOption = hook('needs-reason', {
  needsReason: flag,
  each: maybe(text),
  body: maybe(json<Record<string, string | boolean>>),
})
/**
 * Opens the batch dialog. `action` is set if the list has one action only and therefore no select
 * box.
 */
export const batchOpener = hook('batch-asks', { action: text })
export const batchClearer = hook('batch-clears')
export const batchDialog = hook('batch-dialog')
export const batchForm = hook('batch-form')
/** A part of the batch dialog that is shown for one action only. */
export const batchPart = hook('batch-part', { action: text })

export interface ConflictText {
  title: string
  body: string
  author: string
  gone: string
  button: string
  moves: Record<string, string>
}

export const conflictText = hook('conflict-text', { text: json<ConflictText> })
/** The approve button. `soon` is shown while the approval can be cancelled. */
export const approvalButton = hook('approves', { soon: text })
export const adminPost = hook('post', { id: number })

type AdjustFormSentence =
  | (
      | 'countFirst'
      | 'noMatch'
      | 'tooMany'
      | 'counted'
      | 'notFound'
      | 'repeated'
      | 'person'
      | 'people'
    )
  | ('confirmTitle' | 'confirmBody' | 'confirmButton' | 'done' | 'unknown')
export type AdjustFormText = Record<AdjustFormSentence, string>

export const adjustForm = hook('adjusts-energy', { text: json<AdjustFormText> })
/** The part of the form for one of the two ways to choose users. */
export const adjustAudience = hook('audience', { audience: text<'list' | 'filter'> })
export const peopleCounter = hook('counts-people')
export const peopleCount = hook('people-count')

/** Data for the editor of a site page, besides its text. */
export interface SitePageFacts {
  name: string
  language: Language
  version: number | null
  saved: string
  removed: string
  restored: string
  uploading: string
}

export const sitePageForm = hook('site-page', { facts: json<SitePageFacts> })

/** A button that moves its item up or down. */
export const orderButton = hook('orders', { by: number })
export const orderedItem = hook('ordered')

export const invariantsButton = hook('checks-invariants', { running: text })
export const invariantsProgress = hook('check-progress')

export const adminSearch = hook('admin-search')
export const menuGroup = hook('group', { group: text })
/**
 * The cookie with the names of the collapsed groups, separated by dots. It is a cookie, because the
 * server renders the menu with these groups collapsed.
 */
export const CLOSED_GROUPS = 'admin_closed'
