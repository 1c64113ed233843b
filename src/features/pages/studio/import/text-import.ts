import { bilingual } from '#kernel/i18n.ts'

export const importTexts = bilingual({
  title: ['导入文章', 'Import posts'],
  lead: [
    '把你在其他平台的文章搬到这里。导入的文章都是草稿，由你决定何时发布。',
    'Bring your posts from another platform. Imported posts are drafts: you decide when to publish them.',
  ],
  needsScript: ['导入在浏览器中进行，需要启用 JavaScript。', 'The import runs in your browser and needs JavaScript.'],
  choose: {
    title: ['选择文件', 'Choose a file'],
    drop: ['把文件或文件夹拖到这里', 'Drop a file or a folder here'],
    file: ['选择文件', 'Choose a file'],
    folder: ['选择文件夹', 'Choose a folder'],
    hint: [
      (megabytes: number) =>
        `ZIP、JSON、XML 或 Markdown 文件，最大 ${megabytes} MB。文件只在你的浏览器中读取，确认之前不会上传任何内容。`,
      (megabytes: number) =>
        `ZIP, JSON, XML or Markdown, up to ${megabytes} MB. Your browser reads the file. Nothing is uploaded until you confirm.`,
    ],
    whereTitle: ['从哪里获取文件？', 'Where do I get the file?'],
  },
  sources: {
    Ghost: [
      '设置 → 高级 → 导入/导出 → 导出，得到 JSON 文件',
      'Settings → Advanced → Import/Export → Export. You get a JSON file.',
    ],
    WordPress: ['工具 → 导出 → 所有内容，得到 XML 文件', 'Tools → Export → All content. You get an XML file.'],
    Markdown: [
      '带 Front Matter 的 ZIP 或文件夹，例如 Hugo、Hexo、Jekyll、Obsidian',
      'A ZIP file or folder with front matter, such as Hugo, Hexo, Jekyll or Obsidian.',
    ],
    Medium: [
      '设置 → 安全与应用 → 下载你的信息，得到 ZIP 文件',
      'Settings → Security and apps → Download your information. You get a ZIP file.',
    ],
    Substack: [
      '设置 → 导入/导出 → 新建导出，得到 ZIP 文件',
      'Settings → Import/Export → New export. You get a ZIP file.',
    ],
    DEV: [
      '设置 → 账户 → 导出内容，得到 ZIP 或 articles.json',
      'Settings → Account → Export content. You get a ZIP file or articles.json.',
    ],
    Joule: ['设置 → 账号 → 导出数据，得到 ZIP 文件', 'Settings → Account → Your data. You get a ZIP file.'],
  },
  reading: {
    title: ['正在读取', 'Reading the file'],
    label: ['读取进度', 'Reading progress'],
    cancel: ['取消', 'Cancel'],
  },
  plan: {
    title: ['将要导入的内容', 'What will be imported'],
    tableLabel: ['文件中的文章', 'Posts in the file'],
    columns: {
      select: ['选择', 'Select'],
      post: ['文章', 'Post'],
      date: ['日期', 'Date'],
      images: ['图片', 'Images'],
      size: ['大小', 'Size'],
      status: ['状态', 'Status'],
    },
    filterLabel: ['按状态筛选', 'Filter by status'],
    selectLabel: ['批量选择', 'Select posts'],
    all: ['全选', 'Select all'],
    new: ['只选新文章', 'Select new'],
    none: ['全不选', 'Select none'],
    pagerLabel: ['翻页', 'Pages'],
  },
  original: {
    label: ['链接到原文', 'Link to the original'],
    hint: [
      '在文章中显示“首发于”，并告诉搜索引擎原文的地址。没有原文地址的文章不受影响。',
      'Shows “First published at” in the post and gives search engines the address of the original. Posts without an address are not affected.',
    ],
  },
  dates: {
    label: ['保留原来的日期', 'Keep the original dates'],
    hint: [
      '文章会注明“首次发表于”，在你的空间里按这个日期排列。全站列表仍按在本站发布的时间排列。',
      'A post says “First published on” with the original date, and your space is sorted by it. The lists of the site are sorted by the publication here.',
    ],
  },
  publish: {
    now: {
      publishLabel: ['全部发布（{count} 篇）', 'Publish all ({count})'],
      publishTitle: ['发布 {count} 篇文章？', 'Publish {count} posts?'],
      publishBody: [
        '文章会立即公开。不会向关注你的人发送通知。',
        'The posts become public immediately. Your followers get no notifications.',
      ],
      publishButton: ['全部发布', 'Publish all'],
    },
    review: {
      publishLabel: ['全部提交审核（{count} 篇）', 'Submit all for review ({count})'],
      publishTitle: ['提交 {count} 篇文章审核？', 'Submit {count} posts for review?'],
      publishBody: [
        '审核期间不能修改，通过后公开。审核完成前可随时撤回。',
        'You cannot edit the posts during the review. They become public once approved. Until then you can withdraw them.',
      ],
      publishButton: ['全部提交', 'Submit all'],
    },
  },
  toDo: ['发布前可以检查', 'Before you publish'],
  restart: ['换一个文件', 'Another file'],
  run: {
    progress: ['导入进度', 'Import progress'],
    countsLabel: ['导入结果', 'Results'],
    pause: ['暂停', 'Pause'],
    resume: ['继续', 'Resume'],
    stop: ['结束导入', 'End import'],
    stay: [
      '导入时请保持此页面打开。即使中途关闭，重新选择同一个文件就能接着导入，不会重复。',
      'Keep this page open during the import. If it is closed, choose the same file again to continue. No post is imported twice.',
    ],
    drafts: ['查看草稿', 'View drafts'],
    report: ['下载报告（CSV）', 'Download report (CSV)'],
    retry: ['重试失败的文章', 'Retry failed posts'],
    again: ['再导入一个文件', 'Import another file'],
    issues: ['需要留意的文章', 'Posts to check'],
  },
  help: ['导入帮助', 'Help with imports'],
})

export type ImportText = (typeof importTexts)['en']
