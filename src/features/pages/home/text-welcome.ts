import { bilingual } from '#kernel/i18n.ts'

export const siteTexts = bilingual({
  'zh-CN': {
    home: {
      heading: '写下所想，\n为好文章充能',
      lead: '一个安静的写作与阅读社区。在这里，认可是你每天攒下的能量，亲手送给值得的文章。',
      join: '加入我们',
      more: '了解等级与能量',
    },
  },
  en: {
    home: {
      heading: 'Write what matters.\nEnergize what moves you.',
      lead: 'A calm community for writing and reading. Praise here is energy you save up day by day, and give to posts that deserve it.',
      join: 'Join us',
      more: 'How levels and energy work',
    },
  },
})

export type SiteText = (typeof siteTexts)['en']
