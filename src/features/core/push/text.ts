import { bilingual } from '#kernel/i18n.ts'

export const pushTexts = bilingual({
  heading: ['本设备的推送通知', 'Push notifications on this device'],
  lead: [
    '有新动态时，即使没有打开本站，这台设备也会收到通知。浏览器会先征求你的同意。推送服务只会得到加密的类别和链接，文字由浏览器从本站读取。退出登录后，这台设备不再收到通知。',
    'This device notifies you of news, also while the site is closed. Your browser asks for permission first. The push service gets only an encrypted category and link; the browser reads the text from this site. Notifications on this device end when you log out.',
  ],
  isOn: ['这台设备的推送通知已开启。', 'Push notifications are on for this device.'],
  kinds: {
    comment: ['评论和回复', 'Comments and replies'],
    mention: ['提到我', 'Mentions'],
    like: ['赞', 'Likes'],
    follow: ['关注', 'Follows'],
    system: ['系统通知', 'System'],
    review: ['有文章等待审核', 'A post waits for review'],
    report: ['有新的举报', 'New report'],
  },
  which: ['接收哪些通知', 'Notify me of'],
  help: ['推送帮助', 'Help with push notifications'],
  quiet: ['免打扰时段', 'Quiet hours'],
  from: ['开始', 'From'],
  until: ['结束', 'Until'],
  quietHint: [
    (zone: string) => `时间按${zone}计算。时段内的通知会在结束后合并为一条。留空则不启用。`,
    (zone: string) =>
      `In ${zone}. You get one notification at the end of the quiet hours. Leave empty to turn them off.`,
  ],
  turnOn: ['开启推送', 'Turn on'],
  save: ['保存', 'Save'],
  turnOff: ['关闭', 'Turn off'],
  test: ['发送测试通知', 'Send a test'],
  testSent: ['测试通知已发送。', 'Test notification sent.'],
  problems: {
    unsupported: [
      '这个浏览器不支持推送通知。',
      'This browser does not support push notifications.',
    ],
    install: [
      '在 iPhone 和 iPad 上，请先将本站添加到主屏幕，再从主屏幕打开。',
      'On iPhone and iPad, add this site to the home screen first and open it from there.',
    ],
    denied: [
      '你在浏览器中禁止了本站的通知。请在浏览器的网站设置中允许通知，然后重试。',
      'Notifications of this site are blocked. Allow them in the site settings of your browser, then try again.',
    ],
    failed: [
      '浏览器无法连接推送服务，请稍后再试。',
      'Your browser could not reach its push service. Please try again later.',
    ],
  },
})
