import { bilingual } from '#kernel/i18n.ts'

export const proofTexts = bilingual({
  'zh-CN': {
    failed: '浏览器验证失败，请检查网络后重试。本站需要通过 https 访问。',
    needsScript: {
      register: '注册前浏览器需要完成一次验证，请启用 JavaScript 后刷新页面。如果无法启用，请联系站点管理员。',
      forgot: '找回密码前浏览器需要完成一次验证，请启用 JavaScript 后刷新页面。如果无法启用，请联系站点管理员。',
    },
  },
  en: {
    failed:
      'The check of your browser failed. Check your connection and try again. The site must be opened with https.',
    needsScript: {
      register:
        'To sign up, your browser must solve a short computation. Turn on JavaScript and reload the page, or contact the admins of this site.',
      forgot:
        'To reset your password, your browser must solve a short computation. Turn on JavaScript and reload the page, or contact the admins of this site.',
    },
  },
})
