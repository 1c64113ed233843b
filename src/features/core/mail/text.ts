import { bilingual } from '#kernel/i18n.ts'

export const unsubscribeTexts = bilingual({
  'zh-CN': {
    title: '退订邮件',
    description: '不再通过邮件接收本站的消息。',
    asks: '不再通过邮件接收消息？站内的消息不受影响。',
    submit: '退订',
    done: '已退订：消息不会再发到你的邮箱。需要时，可以在设置里重新打开。',
    dead: '这个退订链接不完整。请从邮件里重新打开，或在设置里关闭邮件通知。',
    settings: '通知设置',
  },
  en: {
    title: 'Unsubscribe',
    description: 'No more messages of this site by mail.',
    asks: 'No more messages by mail? Those in the site are not affected.',
    submit: 'Unsubscribe',
    done: 'Done: your messages are no longer mailed. You can turn it on again in the settings.',
    dead: 'This link is not whole. Open it from the mail again, or turn mail off in the settings.',
    settings: 'Notification settings',
  },
})

export type UnsubscribeText = (typeof unsubscribeTexts)['en']
