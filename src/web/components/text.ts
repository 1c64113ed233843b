import { bilingual } from '#kernel/i18n.ts'

export const componentTexts = bilingual({
  'zh-CN': {
    needsScript: '提交需要启用 JavaScript。阅读不受影响。',
    showPassword: '显示密码',
    weakPassword: {
      title: '确定用这个密码吗？',
      body: '它很常见，别人容易猜到。',
      button: '就用这个',
    },
    optional: '选填',
    cancel: '取消',
    loadMore: '加载更多',
  },
  en: {
    needsScript: 'Sending this form needs JavaScript. Reading does not.',
    showPassword: 'Show password',
    weakPassword: {
      title: 'Use this password?',
      body: 'Many people use one like it, so it is easily guessed.',
      button: 'Use it',
    },
    optional: 'optional',
    cancel: 'Cancel',
    loadMore: 'Load more',
  },
})

export type ComponentText = (typeof componentTexts)['en']
