import { LETTER_DELAY, LETTER_LEVEL_MIN } from '#features/publishing/letters/plan.ts'
import { SERIES_POSTS_MAX } from '#features/publishing/series/series.ts'
import { MINUTE } from '#kernel/clock.ts'

const DELAY = LETTER_DELAY / MINUTE

/** Topics about following, reading on a device, and the keyboard. */
export const readingTopics = {
  letters: {
    title: ['邮件订阅', 'Letters by e-mail'],
    lead: ['新文章发到邮箱，不需要账号。', 'New posts arrive by e-mail. Readers need no account.'],
    link: ['我的邮件', 'Your letters'],
    parts: {
      subscribe: {
        heading: ['订阅', 'Subscribing'],
        text: [
          '在作者的个人空间、标签或系列页面点“邮件订阅”，选择每篇、每天或每周，再点确认邮件里的按钮。已验证邮箱的会员点一下就能订阅。',
          'Open the space of an author, a tag or a series and choose “Letters by e-mail”. Choose every post, daily or weekly, then press the button in the confirmation mail. Members with a verified address subscribe with one press.',
        ],
      },
      stop: {
        heading: ['退订', 'Unsubscribing'],
        text: [
          '每封邮件的底部都有退订链接，点一下只退订这一项。同一页可以修改频率或查看全部订阅。邮件里没有跟踪像素，链接也不会改写。',
          'Every letter has a link at its end that ends this one subscription. The same page changes how often letters come and shows all subscriptions. Letters have no tracking pixels, and their links are not rewritten.',
        ],
      },
      author: {
        heading: ['作者', 'Authors'],
        text: [
          `从 Lv${LETTER_LEVEL_MIN} 起，你的新文章会发给订阅者，发布 ${DELAY} 分钟后寄出，因此还来得及改错字。你只能看到人数，看不到地址。`,
          `From Lv${LETTER_LEVEL_MIN}, your new posts go to your subscribers ${DELAY} minutes after publication, so there is time to correct a mistake. You see numbers, never addresses.`,
        ],
      },
    },
  },
  series: {
    title: ['系列', 'Series'],
    lead: ['把几篇文章按顺序放在一起。', 'Put several posts in an order.'],
    link: ['我的系列', 'Your series'],
    parts: {
      write: {
        heading: ['创建系列', 'Creating a series'],
        text: [
          `在创作中心的“系列”里新建，或在写文章时选择。一个系列最多 ${SERIES_POSTS_MAX} 篇，可以拖动排序；一篇文章只能属于一个系列。`,
          `Create a series under Series in the studio, or choose one while you write. A series has up to ${SERIES_POSTS_MAX} posts, which you can drag into order. A post belongs to one series at most.`,
        ],
      },
      read: {
        heading: ['阅读系列', 'Reading a series'],
        text: [
          '文章上方显示“第 2 部分，共 5 部分”和前后链接。还没有公开的文章不计入编号。',
          'Above a post you see “Part 2 of 5” with links to the parts before and after it. Posts that are not public are not counted.',
        ],
      },
      follow: {
        heading: ['关注系列', 'Following a series'],
        text: [
          '关注后，新的部分会出现在“关注”里，并通知你。系列也有自己的订阅源和邮件。',
          'New parts of a series that you follow appear under Following, and you get a notification. A series also has a feed and letters.',
        ],
      },
    },
  },
  push: {
    title: ['通知与推送', 'Notifications and push'],
    lead: ['决定哪些事情通知你，以及在哪里通知。', 'Choose what you are told, and where.'],
    link: ['通知设置', 'Notification settings'],
    parts: {
      inbox: {
        heading: ['站内通知', 'Inbox'],
        text: [
          '评论、回复、点赞和关注可以分别关闭。提到你的评论、审核结果和系统消息总会通知。',
          'You can switch off comments, replies, likes and follows one by one. Mentions, results of a review and system notices always arrive.',
        ],
      },
      devices: {
        heading: ['推送到设备', 'Push to a device'],
        text: [
          '在每台设备上打开“推送通知”，再选择类别。推送里没有别人写的文字；退出登录后，这台设备不再收到推送。iPhone 和 iPad 需要先把本站添加到主屏幕。',
          'Switch push notifications on for each device, then choose categories. Messages contain no text by other people. After you log out, the device gets no more of them. On an iPhone or iPad, add the site to the home screen first.',
        ],
      },
      quiet: {
        heading: ['免打扰时段', 'Quiet hours'],
        text: [
          '可以按你的时区设置免打扰时段，结束时只收到一条汇总。',
          'Set quiet hours in your own time zone. At their end you get one notification for all.',
        ],
      },
    },
  },
  offline: {
    title: ['安装与离线阅读', 'App and offline reading'],
    lead: [
      '像应用一样安装本站，没有网络时也能读保存的文章。',
      'Install the site as an app, and read saved posts without a connection.',
    ],
    link: ['阅读记录', 'Reading history'],
    parts: {
      install: {
        heading: ['安装', 'Installing'],
        text: [
          '浏览器支持时，头像菜单里有“安装应用”。iPhone 和 iPad 请在分享菜单里选择“添加到主屏幕”。',
          'If your browser can install the site, the account menu has “Install app”. On an iPhone or iPad, choose “Add to Home Screen” in the share menu.',
        ],
      },
      save: {
        heading: ['离线阅读', 'Reading offline'],
        text: [
          '点文章下方的“离线阅读”，文章和图片就保存到这台设备，最多 50 篇、20 MB。退出登录会清除它们。',
          'Press “Read offline” below a post to keep it with its images on this device: up to 50 posts and 20 MB. Logging out removes them.',
        ],
      },
      history: {
        heading: ['阅读记录', 'Reading history'],
        text: [
          '阅读记录和“继续阅读”只存在你的浏览器里，不会上传，可以随时清除或关闭。',
          'The reading history and “continue reading” stay in your browser. They are never uploaded, and you can clear them or switch them off at any time.',
        ],
      },
    },
  },
  keyboard: {
    title: ['键盘', 'Keyboard'],
    lead: ['不用鼠标也能做所有事情。', 'Everything works without a mouse.'],
    link: ['返回首页', 'Go to the home page'],
    parts: {
      everywhere: {
        heading: ['所有页面', 'Every page'],
        text: [
          '按“/”搜索，“N”写文章，“G”再按“H”回首页，“G”再按“M”看通知。按“?”显示当前页面的全部快捷键，单键快捷键也在那里关闭。',
          'Press “/” to search, “N” to write, “G” then “H” for the home page and “G” then “M” for notifications. “?” shows all shortcuts of the page. Single-key shortcuts can be switched off there.',
        ],
      },
      lists: {
        heading: ['列表和评论', 'Lists and comments'],
        text: [
          '“J”和“K”移动到下一项和上一项，回车打开，“Ctrl+Enter”发表评论。',
          '“J” and “K” move to the next and the previous item, Enter opens it, and “Ctrl+Enter” posts a comment.',
        ],
      },
      writing: {
        heading: ['写文章', 'Writing'],
        text: [
          '“Ctrl+S”保存，“Ctrl+K”加链接，“Ctrl+H”查找和替换，“Alt+F10”从正文切换到工具栏。在 Mac 上用 ⌘ 代替 Ctrl。',
          '“Ctrl+S” saves, “Ctrl+K” adds a link, “Ctrl+H” finds and replaces, and “Alt+F10” moves from the text to the toolbar. On a Mac, use ⌘ in place of Ctrl.',
        ],
      },
    },
  },
} as const
