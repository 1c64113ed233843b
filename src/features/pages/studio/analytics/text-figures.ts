import { RANGES } from '#features/pages/studio/analytics/figures.ts'
import { bilingual } from '#kernel/i18n.ts'

export const figureTexts = bilingual({
  title: ['数据分析', 'Analytics'],
  lead: ['文章数据，按北京时间逐日统计。', 'How your posts are doing. Days start at midnight, Shanghai time.'],
  series: {
    energy: ['能量', 'Energy'],
    comments: ['评论', 'Comments'],
    likes: ['赞', 'Likes'],
    favorites: ['收藏', 'Favourites'],
    views: ['阅读', 'Views'],
  },
  followers: ['粉丝', 'Followers'],
  seeFollowers: ['查看粉丝', 'View followers'],
  heading: ['数据', 'Statistics'],
  more: ['查看分析', 'View analytics'],
  lately: [
    (count: string) => `近 ${RANGES['30d']} 天 +${count}`,
    (count: string) => `+${count} in ${RANGES['30d']} days`,
  ],
  line: [
    (name: string, days: number, total: string, most: string) =>
      `${name}，最近 ${days} 天：共 ${total}，单日最高 ${most}。`,
    (name: string, days: number, total: string, most: string) =>
      `${name} in the last ${days} days: ${total} in total, ${most} on the best day.`,
  ],
  rangeLabel: ['时间范围', 'Range'],
  ranges: {
    '7d': [`${RANGES['7d']} 天`, `${RANGES['7d']} days`],
    '30d': [`${RANGES['30d']} 天`, `${RANGES['30d']} days`],
    '90d': [`${RANGES['90d']} 天`, `${RANGES['90d']} days`],
  },
  before: [
    (days: number, count: string) => `前 ${days} 天：${count}`,
    (days: number, count: string) => `${count} in the previous ${days} days`,
  ],
  moreThan: [(percent: string) => `增长 ${percent}`, (percent: string) => `up ${percent}`],
  fewerThan: [(percent: string) => `下降 ${percent}`, (percent: string) => `down ${percent}`],
  same: ['持平', 'no change'],
  chartsLabel: ['每日走势', 'Daily figures'],
  table: ['以表格查看每日数据', 'Show as a table'],
  tableLabel: ['每日数据', 'Daily figures'],
  day: ['日期', 'Day'],
  topHeading: ['表现最好的文章', 'Top posts'],
  topLead: [
    '按这段时间获得的赞、评论、收藏和能量排序。',
    'Ranked by likes, comments, favourites and energy in this period.',
  ],
  topLabel: ['表现最好的文章的数据', 'Figures of the top posts'],
  post: ['文章', 'Post'],
  noTop: ['这段时间还没有人点赞、评论、收藏或充能。', 'No likes, comments, favourites or energy in this period.'],
  untitled: ['无标题', 'Untitled'],
  readers: {
    heading: ['读者', 'Readers'],
    none: ['这段时间还没有读者。', 'No readers in this period.'],
    stayed: [
      (share: string) => `${share} 的读者读完了全文。`,
      (share: string) => `${share} of readers read to the end.`,
    ],
    hostsLabel: ['读者来源', 'Where readers came from'],
    host: ['来源', 'Source'],
    views: ['阅读', 'Views'],
  },
})

export type FigureText = (typeof figureTexts)['en']
