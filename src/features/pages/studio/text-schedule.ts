import { bilingual } from '#kernel/i18n.ts'

export const scheduleTexts = bilingual({
  'zh-CN': {
    later: '定时发布…',
    listed: (time: string) => `定于 ${time}（北京时间）发布`,
    willBePublished: (time: string) =>
      `定于 ${time}（北京时间）发布。到时发布的是那一刻保存的内容，在那之前可以继续修改。`,
    willBeSubmitted: (time: string) =>
      `定于 ${time}（北京时间）提交审核。到时提交的是那一刻保存的内容，在那之前可以继续修改。`,
    at: '发布时间',
    hint: '按你所在的时区填写。',
    schedule: '定时',
    change: '更改时间',
    cancel: '取消定时',
  },
  en: {
    later: 'Publish later…',
    listed: (time: string) => `To be published on ${time}, Beijing time`,
    willBePublished: (time: string) =>
      `To be published on ${time}, Beijing time, as it is saved by then. Until then you can go on writing.`,
    willBeSubmitted: (time: string) =>
      `To be submitted for review on ${time}, Beijing time, as it is saved by then. Until then you can go on writing.`,
    at: 'Publish at',
    hint: 'In your own time zone.',
    schedule: 'Schedule',
    change: 'Change the time',
    cancel: 'Cancel the schedule',
  },
})
