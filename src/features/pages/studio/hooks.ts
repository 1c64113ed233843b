import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'
import type { ReadableText } from '#kernel/html/readable.ts'

export type Status = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked'

/** Facts about the post for the editor, besides the form fields. */
export interface WriteFacts {
  uid: number
  id: number | null
  version: number | null
  status: Status | null
  /** The author may not publish yet: nothing is sent to the server. */
  isLocal?: boolean
  /** The fields have a text that another app has shared and that is not saved yet. */
  isShared?: boolean
  /**
   * The content of the share image. `title` is the title on the stored image. Null if no share
   * image can be stored.
   */
  share: { author: string; title: string | null } | null
}

export const writeForm = hook('write', { facts: json<WriteFacts> })
export const writeBody = hook('write-body', { label: text, placeholder: text })
export const wordCountLine = hook('word-count')
export const saveStateLine = hook('state', { state: text })
export const writeNotices = hook('write-notices')
export const writeButton = hook('write-action', {
  action: text<'save' | 'submit' | 'preview' | 'schedule' | 'unschedule'>,
})

/**
 * `publishAt` is the time that is stored on the server. `plannedAt` is an earlier choice that has
 * no effect.
 */
export const scheduleBox = hook('schedule', {
  days: number,
  publishAt: maybe(text),
  plannedAt: maybe(text),
  mode: text<ScheduleMode>,
})
/**
 * The post is saved as a scheduled draft, or submitted now and published at the time once it is
 * approved.
 */
export type ScheduleMode = 'draft' | 'once-approved'
/** A choice between the modes, with the texts of the form in this mode. */
export const scheduleChoice = hook('schedule-choice', {
  mode: text<ScheduleMode>,
  label: text,
  button: text,
})
export const scheduleLabel = hook('schedule-label')
export const scheduleHint = hook('schedule-hint')

/** What the publish sheet needs besides its markup. */
export interface PublishFacts {
  origin: string
  /** The maximum number of days between now and the time of publication. */
  days: number
  /** A post of this author is submitted for review. */
  isReviewed: boolean
  /** Null if no letter is sent with the post. `from` is the earliest time of the next letter. */
  letter: { subscribers: number; from: string | null } | null
}

/** The sheet of the last step before a publication. */
export const publishSheet = hook('publish-sheet', { facts: json<PublishFacts> })
/** The three views of the sheet: the questions, the seconds to undo, and the share screen. */
export const publishStep = hook('publish-step', { name: text<'ask' | 'held' | 'done'> })
export const publishPart = hook('publish-part', {
  name: text<'fields' | 'share' | 'time' | 'letter' | 'seconds' | 'problem' | 'link' | 'qr'>,
})
export const publishButton = hook('publish-action', {
  action: text<'confirm' | 'undo' | 'now' | 'share'>,
})
/** The fields that the publish sheet borrows from the page while it is open. */
export const borrowedFields = hook('borrowed')
/** Creates a series in the editor. */
export const newSeries = hook('new-series')

export const toolbarFrame = hook('toolbar')
export const toolButton = hook('tool', { name: text, keys: maybe(text) })
export const imageInput = hook('image-input')
export const findButton = hook('find', { action: text<'next' | 'replace' | 'all' | 'close'> })
export const linkRemover = hook('link-remove')

export const coverBox = hook('cover', {
  choose: text,
  change: text,
  alt: text,
  external: maybe(text),
})
export const coverPreview = hook('cover-preview')
export const coverRemover = hook('cover-remove')
export const tagsBox = hook('tags', { tags: json<string[]>, most: number, length: number })
export const chosenTags = hook('chosen')

/** Templates of the editor's tools for tables, code, callouts, images and uploads. */
export const editorPart = hook('part', {
  name: text<
    'table-tools' | 'code-language' | 'callout-kind' | 'image-words' | 'external-image' | 'upload'
  >,
})
/**
 * An entry of the menu. `words` has the texts by which the menu is filtered, in both languages and
 * in lower case.
 */
export const slashItem = hook('slash', { name: text, words: text })
/** The same entry in the sheet of the button "Insert" on phones. */
export const insertItem = hook('insert', { name: text })
export const imageTool = hook('image-tool', { name: text<'caption' | 'beside' | 'remove'> })
export const tableTool = hook('table-tool', { name: text })
export const uploadButton = hook('upload', { action: text<'retry' | 'remove'> })

export const previewPage = hook('preview', {
  author: number,
  text: json<ReadableText>,
  externalImages: flag,
})
export const unsavedNote = hook('preview-unsaved')

/** The posts of a series. `version` is the version of the series that the page shows. */
export const seriesList = hook('series', { api: text, version: number, moved: text })
export const seriesItem = hook('series-item', { id: number })
export const seriesMove = hook('series-move', { by: text<'-1' | '1' | 'out'> })
export const seriesHandle = hook('series-handle')
export const seriesState = hook('series-state', { saving: text, saved: text })
export const seriesAdd = hook('series-add')

export const chartFigure = hook('chart', { series: text })
export const chartPlot = hook('chart-plot')
export const chartDay = hook('chart-day')
export const dayTable = hook('days')
export const dayValue = hook('series', { series: text })
