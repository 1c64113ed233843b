import { bilingual } from '#kernel/i18n.ts'

export const adminContentRulesTexts = bilingual({
  'zh-CN': {
    lead: '限制公开内容中的链接和用词。草稿不受影响。',
    save: '保存',
    saved: '已保存。',
    count: (count: number, max: number) => `${count} / ${max} 条`,
    hosts: {
      title: '屏蔽的网站',
      lead: '公开的文章和评论不能链接到这些网站，也不能引用其中的图片；子域名同样受限。对所有人生效，已公开的内容不受影响，但再次保存时会检查。',
      label: '域名，每行一个',
      hint: '例如 spam.example。可以直接粘贴网址，保存时只保留域名。',
    },
    words: {
      title: '敏感词',
      lead: '含有这些词的文章需要审核后才能公开；含有这些词的评论仍会显示，并自动举报给管理员。管理员发布的内容不检查。',
      label: '词语，每行一个',
      hint: '不区分大小写和全角半角。英文等字母文字按整词匹配，中文按包含匹配。',
    },
  },
  en: {
    lead: 'Limit links and words in public content. Drafts are not affected.',
    save: 'Save',
    saved: 'Saved.',
    count: (count: number, max: number) => `${count} of ${max}`,
    hosts: {
      title: 'Blocked sites',
      lead: 'Public posts and comments cannot link to these sites or show images from them, subdomains included. This applies to everyone. Existing public content stays and is checked when it is saved again.',
      label: 'Hosts, one per line',
      hint: 'For example spam.example. You can paste URLs: only the host is kept.',
    },
    words: {
      title: 'Word list',
      lead: 'Posts with these words are reviewed before they become public. Comments with these words stay visible and are reported to the admins. Content written by admins is not checked.',
      label: 'Words, one per line',
      hint: 'Upper and lower case are the same. Words of the Latin alphabet match as whole words; Chinese words match anywhere.',
    },
  },
})
