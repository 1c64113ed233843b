/**
 * Days after which data is deleted or reduced. The settings pages, docs/limits.md and the data
 * register show them.
 */
export const AGES = {
  readNotices: 180,
  unreadNotices: 365,
  revisions: 365,
  postDays: 730,
  readerFigures: 400,
  signIns: 365,
  auditAddresses: 365,
  auditTexts: 730,
  liveTopics: 30,
  deletedComments: 30,
  letterSends: 90,
} as const
