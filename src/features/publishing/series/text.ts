import { bilingual } from '#kernel/i18n.ts'

export const seriesTexts = bilingual({
  series: ['系列', 'Series'],
  part: [
    (part: number, parts: number) => `第 ${part} 篇，共 ${parts} 篇`,
    (part: number, parts: number) => `Part ${part} of ${parts}`,
  ],
  count: [
    (count: number) => `共 ${count} 篇`,
    (count: number) => `${count} ${count === 1 ? 'part' : 'parts'}`,
  ],
  by: [(name: string) => `${name} 的系列`, (name: string) => `Series by ${name}`],
  previous: ['上一篇', 'Previous part'],
  next: ['下一篇', 'Next part'],
  noPosts: ['这个系列还没有公开的文章。', 'This series has no public posts yet.'],
  start: ['从第一篇开始读', 'Start reading'],
  edit: ['编辑系列', 'Edit series'],
  removeTexts: ['移除标题和简介', 'Remove title and description'],
  removeTextsBody: [
    '系列会以编号代替标题，文章不受影响。作者会收到通知，也可以重新填写。',
    'The series gets a number as its title, and its posts stay. The author gets a notification and can write new texts.',
  ],
  textsRemoved: ['标题和简介已移除。', 'Title and description removed.'],
})
