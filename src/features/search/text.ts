import { bilingual } from '#kernel/i18n.ts'

export const searchTexts = bilingual({
  'zh-CN': {
    title: '搜索',
    resultsFor: (q: string) => `“${q}”的搜索结果`,
    description: '在本站的文章里搜索：标题、标签和正文。',
    label: '搜索文章',
    placeholder: '搜索标题、标签和正文…',
    submit: '搜索',
    results: '搜索结果',
    hintBody: '输入几个词，例如“数据库”或“javascript”。所有词都要出现在文章里，英文单词可以只写开头。',
    none: '没有找到',
    noneBody: (q: string) => `没有公开的文章提到“${q}”。试试更短的词，或者换一种说法。`,
    end: '没有更多结果了。',
    browse: '浏览全部文章',
  },
  en: {
    title: 'Search',
    resultsFor: (q: string) => `Results for “${q}”`,
    description: 'Search the posts of this site: titles, tags and text.',
    label: 'Search posts',
    placeholder: 'Search titles, tags and text…',
    submit: 'Search',
    results: 'Search results',
    hintBody:
      'Type a few words, such as “database” or 数据库. A post must hold all of them; the beginning of a word is enough.',
    none: 'Nothing found',
    noneBody: (q: string) => `No public post mentions “${q}”. Try a shorter word, or another one.`,
    end: 'There are no more results.',
    browse: 'Browse all posts',
  },
})

export type SearchText = (typeof searchTexts)['en']
