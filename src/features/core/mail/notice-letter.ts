import { SITE_NAME } from '#features/core/mail/letter.ts'
import type { Notification } from '#features/core/notifications/shapes.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

/** So many are listed; that there are more is said. */
export const ITEMS_MAX = 20

export function noticeLetter(notices: readonly Notification[], language: Language) {
  const say = sentences[language]
  const [first] = notices
  const items = notices.slice(0, ITEMS_MAX).map(({ id, text, link }) => ({ id, text, path: link }))
  return {
    subject:
      notices.length === 1 && first
        ? first.text
        : say.subject(Math.min(notices.length, ITEMS_MAX), notices.length > ITEMS_MAX),
    lines: [say.line],
    items,
    action: { label: say.label, path: '/messages' },
    notes: [...(notices.length > ITEMS_MAX ? [say.more] : []), say.settings],
  }
}

const sentences = bilingual({
  'zh-CN': {
    subject: (count: number, more: boolean) => `${SITE_NAME}：${count}${more ? ' 多' : ''} 条新消息`,
    line: '你有还没读过的消息：',
    more: '更多消息在站内。',
    label: '查看消息',
    settings: '可以在“设置 → 通知”里改变发到邮箱的消息，或用下面的链接退订。',
  },
  en: {
    subject: (count: number, more: boolean) => `${SITE_NAME}: ${more ? 'more than ' : ''}${count} new messages`,
    line: 'There are messages you have not read yet:',
    more: 'There are more in the site.',
    label: 'Read your messages',
    settings: 'Choose what is mailed under Settings, Notifications, or unsubscribe by the link below.',
  },
})
