import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { bilingual } from '#kernel/i18n.ts'

export const componentTexts = bilingual({
  needsScript: [
    '提交表单需要启用 JavaScript，阅读不受影响。',
    'This form needs JavaScript. Reading works without it.',
  ],
  showPassword: ['显示密码', 'Show password'],
  weakPassword: {
    title: ['确定用这个密码吗？', 'Use this password?'],
    body: ['这个密码很常见，容易被猜到。', 'It is common and easy to guess.'],
    button: ['就用这个', 'Use it'],
  },
  passwordHint: [
    `${PASSWORD_MIN} 到 ${PASSWORD_MAX} 个字符，越长越安全。`,
    `${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Longer is safer.`,
  ],
  optional: ['选填', 'optional'],
  cancel: ['取消', 'Cancel'],
  loadMore: ['加载更多', 'Load more'],
})

export type ComponentText = (typeof componentTexts)['en']

export const copyTexts = bilingual({
  copy: ['复制', 'Copy'],
  copied: ['已复制。', 'Copied.'],
  failed: [
    '复制失败，请手动选择并复制。',
    'Could not copy. Please select the text and copy it yourself.',
  ],
})

export const itemTexts = bilingual({
  created: ['创建于', 'Created'],
  expires: ['有效期至', 'Expires'],
  used: ['最近使用', 'Last used'],
  unused: ['从未使用', 'Never used'],
})
