import { hook, json, text } from '#kernel/hooks.ts'

/** Limits of the API, in characters if not said otherwise. */
export interface ImportLimits {
  title: number
  /** Of the body as it is sent, before the server removes markup. */
  rawBody: number
  summary: number
  /** Number of tags. */
  tags: number
  tag: number
  /** Number of images in one body. */
  images: number
  canonicalUrl: number
}

export const importPage = hook('import', { limits: json<ImportLimits> })

/** Elements that the browser code fills or listens to. */
export const importPart = hook('import-part', {
  name: text<
    | 'choose'
    | 'problem'
    | 'reading'
    | 'read-count'
    | 'cancel'
    | 'plan'
    | 'about'
    | 'filters'
    | 'select-all'
    | 'select-new'
    | 'select-none'
    | 'rows'
    | 'pager'
    | 'original'
    | 'selected'
    | 'start'
    | 'restart'
    | 'run'
    | 'run-title'
    | 'bar'
    | 'counts'
    | 'current'
    | 'state'
    | 'controls'
    | 'pause'
    | 'resume'
    | 'stop'
    | 'finished'
    | 'retry'
    | 'report'
    | 'again'
    | 'issues'
  >,
})
