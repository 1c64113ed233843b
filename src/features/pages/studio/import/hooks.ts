import { hook, text } from '#kernel/hooks.ts'

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
    | 'dates'
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
    | 'publish'
    | 'to-do'
    | 'report'
    | 'again'
    | 'issues'
  >,
})

/** Texts of the button that publishes all posts of an import. They depend on the review. */
export const publishAll = hook('publish-all', {
  publishLabel: text,
  publishTitle: text,
  publishBody: text,
  publishButton: text,
})
