import { bilingual } from '#kernel/i18n.ts'

export const componentTexts = bilingual({
  'zh-CN': {
    needsScript: '提交表单需要启用 JavaScript，阅读不受影响。',
    showPassword: '显示密码',
    weakPassword: {
      title: '确定用这个密码吗？',
      body: '这个密码很常见，容易被猜到。',
      button: '就用这个',
    },
    optional: '选填',
    cancel: '取消',
    loadMore: '加载更多',
  },
  en: {
    needsScript: 'This form needs JavaScript. Reading works without it.',
    showPassword: 'Show password',
    weakPassword: {
      title: 'Use this password?',
      body: 'It is common and easy to guess.',
      button: 'Use it',
    },
    optional: 'optional',
    cancel: 'Cancel',
    loadMore: 'Load more',
  },
})

export type ComponentText = (typeof componentTexts)['en']
