import { bilingual } from '#kernel/i18n.ts'

export const studioSeriesTexts = bilingual({
  title: ['系列', 'Series'],
  lead: [
    '把相关的文章按顺序放在一起，读者可以一篇接一篇地读，也可以关注整个系列。',
    'Put related posts in an order. Readers go from part to part, and can follow the series.',
  ],
  help: ['系列帮助', 'Help with series'],
  none: ['还没有系列', 'No series yet'],
  noneHint: ['用下面的表单创建第一个系列。', 'Create your first series with the form below.'],
  new: ['新建系列', 'New series'],
  name: ['标题', 'Title'],
  description: ['简介', 'Description'],
  create: ['创建', 'Create'],
  save: ['保存', 'Save'],
  saved: ['系列已保存。', 'Series saved.'],
  facts: [
    (posts: number, followers: number) => `${posts} 篇文章 · ${followers} 人关注`,
    (posts: number, followers: number) =>
      `${posts} ${posts === 1 ? 'post' : 'posts'} · ${followers} ${followers === 1 ? 'follower' : 'followers'}`,
  ],
  view: ['查看系列页', 'View series page'],
  order: ['文章顺序', 'Order of the posts'],
  orderHint: [
    '拖动文章，或用上移、下移按钮调整顺序，改动会自动保存。未公开的文章不计入篇数，公开之后才会显示给读者。',
    'Drag the posts, or use the buttons. Changes are saved at once. Posts that are not public are not counted, and readers see them once they are published.',
  ],
  up: [(post: string) => `上移：${post}`, (post: string) => `Move up: ${post}`],
  down: [(post: string) => `下移：${post}`, (post: string) => `Move down: ${post}`],
  out: [(post: string) => `移出系列：${post}`, (post: string) => `Remove from series: ${post}`],
  moved: ['第 {nth} 位，共 {count} 篇', 'Position {nth} of {count}'],
  saving: ['保存中…', 'Saving…'],
  orderSaved: ['顺序已保存', 'Order saved'],
  empty: ['这个系列还没有文章。', 'This series has no posts yet.'],
  add: ['添加文章', 'Add a post'],
  addButton: ['添加', 'Add'],
  noChoice: ['你的文章都已在系列中。', 'All your posts are in a series.'],
  texts: ['标题和简介', 'Title and description'],
  remove: ['删除系列', 'Delete series'],
  removeBody: [
    '系列中的文章会保留，关注者不再收到更新。',
    'Its posts stay. Followers get no more updates.',
  ],
  removed: ['系列已删除。', 'Series deleted.'],
})
