/** The topics of the help, with their icons and the pages that they are about. */
export const TOPICS = {
  writing: { icon: 'pen', path: '/studio/write' },
  markdown: { icon: 'markdown', path: '/studio/write' },
  formulas: { icon: 'sum', path: '/studio/write' },
  embeds: { icon: 'play', path: '/studio/write' },
  series: { icon: 'bullets', path: '/studio/series' },
  review: { icon: 'check', path: '/studio/posts' },
  letters: { icon: 'mail', path: '/letters' },
  push: { icon: 'bell', path: '/settings?tab=notifications' },
  offline: { icon: 'mobile', path: '/history' },
  keyboard: { icon: 'keyboard', path: '/' },
  reports: { icon: 'flag', path: '/moderation' },
  import: { icon: 'download', path: '/studio/import' },
  mcp: { icon: 'code', path: '/settings?tab=tokens' },
  export: { icon: 'exit', path: '/settings?tab=account#export-heading' },
} as const

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]
