import { bilingual } from '#kernel/i18n.ts'

export const searchTexts = bilingual({
  title: ['搜索', 'Search'],
  resultsFor: [(q: string) => `“${q}”的搜索结果`, (q: string) => `Results for “${q}”`],
  description: ['在本站搜索文章、用户和标签。', 'Search posts, people and tags on this site.'],
  label: ['搜索文章、用户和标签', 'Search posts, people and tags'],
  placeholder: ['搜索文章、用户和标签…', 'Search posts, people and tags…'],
  submit: ['搜索', 'Search'],
  tabs: {
    all: ['全部', 'All'],
    posts: ['文章', 'Posts'],
    people: ['用户', 'People'],
    tags: ['标签', 'Tags'],
  },
  tabsLabel: ['结果类型', 'Result type'],
  results: ['搜索结果', 'Search results'],
  more: [(max: number) => `${max}+`, (max: number) => `${max}+`],
  didYouMean: ['你是不是要找：', 'Did you mean '],
  filters: ['筛选和排序', 'Filters and sorting'],
  filter: {
    sort: {
      any: ['最相关', 'Best match'],
      new: ['最新', 'Newest'],
      hot: ['最热', 'Hot'],
      label: ['排序：', 'Sort: '],
    },
    language: {
      any: ['全部语言', 'Any language'],
      zh: ['中文', 'Chinese'],
      en: ['英文', 'English'],
      label: ['语言：', 'Language: '],
    },
    time: {
      any: ['全部时间', 'Any time'],
      day: ['最近一天', 'Past day'],
      week: ['最近一周', 'Past week'],
      month: ['最近一个月', 'Past month'],
      year: ['最近一年', 'Past year'],
      label: ['时间：', 'Time: '],
    },
    tag: {
      any: ['全部标签', 'Any tag'],
      label: ['标签：', 'Tag: '],
    },
    author: {
      any: ['全部作者', 'Any author'],
      label: ['作者：', 'Author: '],
    },
  },
  drop: [(what: string) => `移除“${what}”`, (what: string) => `Remove “${what}”`],
  dropAll: ['清除筛选', 'Clear filters'],
  noneFiltered: ['没有符合筛选条件的结果', 'No results with these filters'],
  noneFilteredBody: [
    (q: string) => `没有提到“${q}”且符合筛选条件的公开文章。`,
    (q: string) => `No public posts mention “${q}” and match these filters.`,
  ],
  partial: [
    '文章索引正在更新，较早的文章暂时不能按语言和时间筛选。',
    'The search index is being rebuilt. Older posts cannot be filtered by language and time yet.',
  ],
  partialDrop: ['取消语言和时间筛选', 'Remove the language and time filters'],
  cut: [
    (max: number) => `仅对最新的 ${max} 篇匹配文章排序。按相关度排序可查看全部。`,
    (max: number) =>
      `Only the newest ${max} matching posts are sorted. Sort by best match to see all of them.`,
  ],
  down: [
    '暂时无法搜索文章，请稍后再试。用户和标签仍可搜索。',
    'Post search is not available right now. Please try again later. You can still search people and tags.',
  ],
  none: ['没有找到结果', 'No results'],
  noneBody: [
    (q: string) => `没有提到“${q}”的公开文章。试试更短的词，或换一种说法。`,
    (q: string) => `No public posts mention “${q}”. Try a shorter or different word.`,
  ],
  noNames: {
    people: {
      title: ['没有找到用户', 'No people found'],
      hint: [
        (q: string) => `没有用户名以“${q}”开头的用户。`,
        (q: string) => `No usernames start with “${q}”.`,
      ],
    },
    tags: {
      title: ['没有找到标签', 'No tags found'],
      hint: [
        (q: string) => `没有以“${q}”开头的标签。`,
        (q: string) => `No tags start with “${q}”.`,
      ],
    },
  },
  onlySome: [
    (max: number) => `仅显示前 ${max} 个，请输入更完整的名称。`,
    (max: number) => `Only the first ${max} are shown. Type more of the name.`,
  ],
  followers: [
    (_: number, shown: string) => `${shown} 位粉丝`,
    (count: number, shown: string) => `${shown} ${count === 1 ? 'follower' : 'followers'}`,
  ],
  posts: [
    (count: number) => `${count} 篇文章`,
    (count: number) => `${count} ${count === 1 ? 'post' : 'posts'}`,
  ],
  seeAll: ['查看全部', 'View all'],
  end: ['没有更多结果了。', 'No more results.'],
  browse: ['浏览全部文章', 'Browse all posts'],
  tips: ['搜索技巧', 'Search tips'],
  tipList: {
    words: [
      '文章须包含所有词；英文单词可以只输入开头，不区分单复数和时态。',
      'Posts must contain all words. The start of a word or another form of it also matches.',
    ],
    names: ['用户和标签按名称开头匹配。', 'People and tags match by the start of their names.'],
    key: ['在任意页面按 / 键即可搜索。', 'Press / on any page to search.'],
  },
})

export type SearchText = (typeof searchTexts)['en']
