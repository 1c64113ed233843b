import { INVITER_LEVEL } from '#features/accounts/invitations/invitations.ts'
import { TRUSTED_DAYS, TRUSTED_HOURS, TRUSTED_LEVEL } from '#features/core/people/level.ts'
import { DAILY_KEPT, WEEKLY_KEPT } from '#features/operations/backups/retention.ts'
import { NEWCOMER_LINKS, REVIEWED_POSTS } from '#features/publishing/content-rules/needs-review.ts'
import { bilingual } from '#kernel/i18n.ts'

const NEWCOMER_ZH = `新人指未升到 Lv${TRUSTED_LEVEL}、注册不满 ${TRUSTED_HOURS} 小时或签到不满 ${TRUSTED_DAYS} 天的成员，管理员除外。`
const NEWCOMER_EN = `Newcomers are members below Lv${TRUSTED_LEVEL}, with an account younger than ${TRUSTED_HOURS} hours or with check-ins on fewer than ${TRUSTED_DAYS} days, except admins.`

export const adminSiteTexts = bilingual({
  lead: [
    '修改立即生效，其他节点会在几秒内同步。所有修改都会记入操作日志。',
    'Changes take effect immediately. Other servers follow within seconds. All changes are recorded in the audit log.',
  ],
  newTags: {
    heading: ['新标签', 'New tags'],
    lead: [
      '没有权限的作者只能使用已有的标签。标签可以在“标签”页新建。',
      'Other authors choose among the existing tags. Add tags on the page “Tags”.',
    ],
    label: ['可以新建标签的人', 'New tags can be created by'],
    levels: {
      0: ['所有作者', 'all authors'],
      7: ['仅管理员', 'admins only'],
    },
    from: [(level: number) => `Lv${level} 及以上`, (level: number) => `level ${level} and above`],
  },
  crawlers: {
    heading: ['AI 爬虫', 'AI crawlers'],
    lead: [
      '写入 robots.txt，守规矩的爬虫会遵守。私密内容始终不会公开。',
      'Written to robots.txt, which well-behaved crawlers follow. Private content is never public.',
    ],
    label: ['AI 公司的爬虫可以', 'Crawlers of AI companies may'],
    policies: {
      allow: ['读取全部公开内容', 'read all public content'],
      search_only: [
        '仅用于搜索和回答，不用于训练',
        'read it for search and answers, not for training',
      ],
      refuse: ['不读取任何内容', 'read nothing'],
    },
  },
  switches: {
    'audit.enabled': {
      hint: [
        '打开后：新文章先保存为草稿，提交后需要审核；修改用户名、签名和头像也需要审核；已发布的文章有修改时会提醒管理员查看。\n关闭后：提交即发布，资料修改立即生效。\n关闭审核不会自动通过待审核的文章和资料，仍需逐个处理。',
        'On: new posts start as drafts and need approval after submission. New usernames, signatures and avatars need approval too. Admins see edits to published posts.\nOff: submitting a post publishes it, and profile changes take effect immediately.\nTurning review off does not approve pending posts and profiles. You still have to decide on each of them.',
      ],
      on: ['审核已打开。', 'Review is on.'],
      off: [
        '审核已关闭。待审核的内容仍需逐个处理。',
        'Review is off. Pending items still need a decision.',
      ],
    },
    'review.newcomers': {
      hint: [
        `审核关闭时，已公开的文章少于 ${REVIEWED_POSTS} 篇的新人发布文章仍需审核。${NEWCOMER_ZH}审核打开时，此项不起作用。`,
        `While review is off, newcomers with fewer than ${REVIEWED_POSTS} approved posts still need approval to publish. ${NEWCOMER_EN} This has no effect while review is on.`,
      ],
      on: ['新人的文章需要审核。', 'Posts by newcomers need approval.'],
      off: ['新人的文章不再需要审核。', 'Posts by newcomers no longer need approval.'],
    },
    'links.newcomers_limited': {
      hint: [
        `打开后，新人的每篇公开文章和每条评论最多包含 ${NEWCOMER_LINKS} 个站外链接。${NEWCOMER_ZH}草稿不受限制。`,
        `On: newcomers can use at most ${NEWCOMER_LINKS} external links in a public post or a comment. ${NEWCOMER_EN} Drafts are not limited.`,
      ],
      on: ['新人的链接数量已限制。', 'Links by newcomers are limited.'],
      off: ['新人的链接数量不再限制。', 'Links by newcomers are no longer limited.'],
    },
    'registration.enabled': {
      hint: [
        '关闭后，新访客不能注册，已有成员不受影响。',
        'Off: new visitors cannot register. Existing members are not affected.',
      ],
      on: ['注册已开放。', 'Registration is open.'],
      off: ['注册已关闭。', 'Registration is closed.'],
    },
    'registration.invite_only': {
      hint: [
        `打开后，注册需要邀请码。Lv${INVITER_LEVEL} 及以上的成员和管理员可以创建邀请。`,
        `On: registration needs an invitation code. Admins and members from Lv${INVITER_LEVEL} can create invitations.`,
      ],
      on: ['注册现在需要邀请码。', 'Registration now needs an invitation.'],
      off: ['注册不再需要邀请码。', 'Registration no longer needs an invitation.'],
    },
    'registration.challenge': {
      hint: [
        '打开后，注册和找回密码时，浏览器需要完成一次计算，以拦截批量注册。验证在本站完成，不使用第三方服务（配置了 Turnstile 时除外）。没有启用 JavaScript 的访客无法注册。',
        'On: the browser solves a short computation before registration and password resets, which slows down automated sign-ups. No third party is involved, unless Turnstile is configured. Visitors without JavaScript cannot register.',
      ],
      on: ['注册验证已打开。', 'The challenge is on.'],
      off: ['注册验证已关闭。', 'The challenge is off.'],
    },
    'comments.enabled': {
      hint: [
        '关闭后，所有文章都不能发表新评论，已有评论仍然可以阅读。',
        'Off: no one can comment on any post. Existing comments stay visible.',
      ],
      on: ['评论已开放。', 'Comments are open.'],
      off: ['评论已关闭。', 'Comments are closed.'],
    },
    'email.verification_required': {
      hint: [
        '打开后，未确认邮箱的成员不能发布文章和评论。确认链接通过邮件发送，站点没有邮件服务时请勿打开。',
        'On: members must confirm their e-mail address before they can publish posts or comments. The link is sent by mail, so leave this off if the site cannot send mail.',
      ],
      on: ['现在要求确认邮箱。', 'A confirmed e-mail is now required.'],
      off: ['不再要求确认邮箱。', 'A confirmed e-mail is no longer required.'],
    },
    'backups.enabled': {
      hint: [
        `打开后：每天凌晨把数据库和图片复制到备份存储桶，最近 ${DAILY_KEPT} 天每天保留一份，更早的 ${WEEKLY_KEPT} 周每周保留一份。\n关闭后：不再生成新备份，已有的备份会保留。`,
        `On: the database and images are copied to the backup bucket early every morning (Shanghai time). ${DAILY_KEPT} daily and ${WEEKLY_KEPT} weekly backups are kept.\nOff: no new backups. Existing backups are kept.`,
      ],
      on: ['每日备份已打开。', 'Daily backups are on.'],
      off: ['每日备份已关闭。', 'Daily backups are off.'],
    },
    'views.public': {
      hint: [
        '打开后，列表和文章页会显示阅读次数。作者始终可以在创作中心查看自己文章的阅读次数。',
        'On: lists and posts show view counts. Authors always see the counts of their own posts in the studio.',
      ],
      on: ['阅读次数已公开。', 'View counts are public.'],
      off: ['阅读次数不再公开。', 'View counts are no longer public.'],
    },
    'images.external': {
      hint: [
        '打开后：文章中引用的其他网站的图片会直接显示，这些网站能得知读者的 IP 地址。\n关闭后：这些图片显示为链接，读者点击后才会访问其他网站。已有文章的内容不变，再次打开即可恢复显示。上传到本站的图片始终显示。',
        'On: posts show images of other sites. Those sites receive the IP addresses of readers.\nOff: posts show a link instead of such an image. Browsers request nothing from those sites until a reader follows the link. Posts are not changed, so the images return when you turn this on again. Images uploaded to this site are always shown.',
      ],
      on: ['其他网站的图片会直接显示。', 'Images of other sites are shown.'],
      off: ['其他网站的图片显示为链接。', 'Images of other sites are shown as links.'],
    },
    'posts.ask_ai': {
      hint: [
        '打开后，编辑器会询问作者是否使用了 AI，文章页会显示作者的回答。已有的标注始终显示。',
        'On: the editor asks authors whether they used AI, and posts show the answer. Existing labels are always shown.',
      ],
      on: ['编辑器会询问是否使用了 AI。', 'The editor asks about AI.'],
      off: ['编辑器不再询问 AI。', 'The editor no longer asks about AI.'],
    },
    'assistants.enabled': {
      hint: [
        '打开后：成员可以把自己的 AI 助手连接到本站（MCP，地址为 /mcp）。助手能搜索和阅读，经本人同意后能读取草稿和通知、保存草稿和发表评论，但不能发布或删除文章，也不能花费能量。\n关闭后：助手不能再访问，已有的连接立即失效。重新打开后，成员需要重新连接。',
        'On: members can connect their AI assistants to this site (MCP, at /mcp). Assistants can search and read. If the member allows it, they also read drafts and notifications, save drafts and comment. They can never publish or delete posts or spend energy.\nOff: assistants have no access, and their connections end at once. If you turn this on again, members connect their assistants again.',
      ],
      on: ['成员可以连接助手。', 'Members can connect assistants.'],
      off: ['助手不能再访问。', 'Assistants have no access any more.'],
    },
    'app.enabled': {
      hint: [
        '打开后：浏览器会安装本站的 Service Worker，读者可以离线阅读保存的文章，并在自己的设备上接收推送通知。\n关闭后：浏览器下次访问时会移除 Service Worker 和它保存的全部内容，推送通知不再送达。',
        'On: browsers install the service worker of this site. Readers can save posts for offline reading and get push notifications on their devices.\nOff: on the next visit, browsers remove the service worker and everything it has stored, and no push notifications arrive.',
      ],
      on: ['离线阅读和推送通知已打开。', 'Offline reading and push notifications are on.'],
      off: ['离线阅读和推送通知已关闭。', 'Offline reading and push notifications are off.'],
    },
  },
})
