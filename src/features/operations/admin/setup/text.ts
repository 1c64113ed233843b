import { bilingual } from '#kernel/i18n.ts'

export const setupPageTexts = bilingual({
  description: ['新站长的设置清单。', 'The set-up list of a new owner.'],
  lead: [
    (count: number) =>
      `${count} 个小步骤，让它真正成为你的站点。可以按任意顺序完成，以后都能修改。`,
    (count: number) =>
      `${count} short steps make this site yours. Do them in any order. You can change everything later.`,
  ],
  keep: ['保持现状', 'Keep it as it is'],
  end: {
    heading: ['完成：这是你的站点', 'Done: this is your site'],
    lead: [
      '访客看到的就是下面这个地址。以后所有设置都在管理后台。',
      'Visitors find your site at this address. From now on, all settings are in Admin.',
    ],
    open: ['打开我的站点', 'Open my site'],
    admin: ['前往管理后台', 'Go to Admin'],
    welcome: ['设置完成，祝站点兴旺！', 'All set. Enjoy your site!'],
  },
  language: {
    hint: [
      '页面、邮件、订阅源和搜索结果都使用这里选择的语言。文章可以用任何语言书写。',
      'Pages, mails, feeds and search results use these languages. Posts can be written in any language.',
    ],
  },
  username: {
    hint: [
      '显示在你的文章旁边，有了它才能发布文章。',
      'It is shown beside your posts. You need it to publish.',
    ],
    label: ['用户名', 'Username'],
    done: [
      (name: string) => `你的用户名是 ${name}。`,
      (name: string) => `Your username is ${name}.`,
    ],
    more: ['头像和签名', 'Avatar and signature'],
  },
  name: {
    hint: [
      '显示在每个页面的顶部、标题、邮件和分享卡片里。',
      'It is shown at the top of every page, in titles, mails and link previews.',
    ],
    label: ['站点名称', 'Site name'],
    more: ['标志和一句话介绍', 'Logo and tagline'],
    look: ['外观：现成的外观、颜色、字体', 'Look: ready-made looks, colours, fonts'],
  },
  post: {
    hint: [
      '写下这个站点是做什么的、欢迎谁来。访客第一眼看到的就是它。',
      'Say what this site is for and who is welcome. It is the first thing that visitors read.',
    ],
    write: ['写第一篇文章', 'Write the first post'],
    import: ['从其他平台导入文章', 'Move posts from another site'],
    done: ['访客已经有文章可读。', 'Visitors have something to read.'],
    see: ['查看首页', 'See the home page'],
  },
  registration: {
    hint: [
      '两项都可以随时修改。关闭注册后，已有成员不受影响。',
      'You can change both at any time. Existing members are not affected.',
    ],
    open: {
      label: ['开放注册', 'Registration'],
      hint: ['关闭后，没有人可以注册。', 'Off: no one can register.'],
    },
    invited: {
      label: ['仅限邀请', 'Invite only'],
      hint: ['打开后，注册需要邀请码。', 'On: registration needs an invitation code.'],
    },
    settle: ['就这样，继续', 'This is right, continue'],
    more: ['社区规则', 'Community rules'],
    all: ['全部站点设置', 'All site settings'],
  },
  mail: {
    hint: [
      '没有邮件，成员无法确认邮箱，也无法找回密码。链接会留在“邮件”页面，由你转交。',
      'Without mail, people cannot confirm their address or reset a lost password. You can find their links on the mail page and pass them on yourself.',
    ],
    own: [
      '自己的服务器：设置 SMTP_URL 和 MAIL_FROM，然后重新启动（docs/self-hosting.md）。',
      'On your own machine: set SMTP_URL and MAIL_FROM, then restart (docs/self-hosting.md).',
    ],
    cloudflare: [
      'Cloudflare：在 wrangler.toml 里添加 EMAIL 绑定和 MAIL_FROM，然后重新部署（docs/operations.md）。',
      'On Cloudflare: add the binding EMAIL and MAIL_FROM to wrangler.toml, then deploy again (docs/operations.md).',
    ],
    page: ['打开邮件页面', 'Open the mail page'],
    done: [(from: string) => `邮件由 ${from} 发出。`, (from: string) => `Mail is sent as ${from}.`],
    test: ['给自己发一封测试邮件', 'Send me a test mail'],
    tested: ['测试邮件已放入发件箱。', 'The test mail is in the outbox.'],
    later: ['以后再说', 'Do it later'],
  },
  backup: {
    label: ['每日备份', 'Daily backups'],
    hint: [
      '每天凌晨（北京时间）把数据库和图片复制到备份存储。',
      'Early every morning (Shanghai time), the database and the images are copied to the backup storage.',
    ],
    tonight: ['今晚首次备份', 'first backup tonight'],
    first: ['第一份备份将在今晚生成。', 'The first backup is made tonight.'],
    last: ['最近一份备份：', 'Last backup: '],
    without: ['没有备份，丢失的数据无法恢复。', 'Without backups, lost data cannot be restored.'],
    restore: ['恢复方法见 docs/backups.md。', 'docs/backups.md says how to restore one.'],
  },
  domain: {
    address: ['当前地址：', 'The address is now '],
    local: [
      '只有这台电脑能打开它。要让大家访问，请部署到 Cloudflare（npm run deploy，见 docs/deployment.md），或在自己的服务器上运行（npm run serve，见 docs/self-hosting.md）。',
      'Only this computer can open it. To put the site on the internet, deploy it to Cloudflare (npm run deploy, docs/deployment.md) or run it on a server (npm run serve, docs/self-hosting.md).',
    ],
    shared: [
      'workers.dev 在中国大陆无法访问，也不支持边缘缓存。请在 wrangler.toml 中设置 routes，然后重新部署。',
      'workers.dev is blocked in mainland China and has no edge cache. Set routes in wrangler.toml, then deploy again.',
    ],
    guide: ['如何绑定域名', 'How to use your own domain'],
    own: ['这是你自己的域名。', 'This is your own domain.'],
    later: ['以后再说', 'Do it later'],
  },
  invite: {
    hint: [
      '社区从前几位作者开始，把链接发给他们吧。',
      'A community starts with its first authors. Send them the link.',
    ],
    link: ['注册链接', 'Sign-up link'],
    invited: [
      '注册需要邀请码。先创建邀请码，再把链接发给大家。',
      'Registration needs an invitation. Create codes and send their links.',
    ],
    closed: [
      '注册已关闭，没有人可以加入。可以在上面的步骤中打开。',
      'Registration is closed, so no one can join. You can open it in the step above.',
    ],
    codes: ['创建邀请码', 'Create invitation codes'],
    settle: ['已经邀请了', 'I have invited people'],
    done: ['已经有人加入或收到邀请。', 'Other people have joined or are invited.'],
    people: ['查看成员', 'See the people'],
  },
})

export type SetupPageText = (typeof setupPageTexts)['en']
