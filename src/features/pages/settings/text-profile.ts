import { bilingual } from '#kernel/i18n.ts'

export const profileTexts = bilingual({
  reward: [
    (exp: number) => `首次设置 +${exp} 经验`,
    (exp: number) => `+${exp} exp for your first one`,
  ],
  avatar: {
    heading: ['头像', 'Avatar'],
    lead: [
      '显示在你的文章和评论旁边，方便大家认出你。',
      'Shown next to your posts and comments, so that people recognise you.',
    ],
    choose: ['选择图片…', 'Choose image…'],
    hint: [
      'JPG、PNG、WebP 或 GIF，也可以直接拖到这里。',
      'JPG, PNG, WebP or GIF. You can also drop an image here.',
    ],
    dropHere: ['松开即可使用这张图片', 'Drop to use this image'],
    dialogTitle: ['裁剪头像', 'Crop your avatar'],
    area: ['裁剪区域', 'Crop area'],
    areaHint: [
      '拖动或用方向键移动图片，用滚轮、双指或下方滑块缩放。',
      'Drag the image or use the arrow keys to move it. Zoom with the wheel, two fingers or the slider.',
    ],
    zoom: ['缩放', 'Zoom'],
    uploading: ['上传进度', 'Upload progress'],
    save: ['使用这张头像', 'Use this avatar'],
    saved: ['头像已更新。', 'Avatar updated.'],
    reviewed: ['新头像审核通过后生效。', 'A new avatar takes effect once it is approved.'],
    submitted: [
      '已提交，审核通过后生效。',
      'Submitted. The avatar takes effect once it is approved.',
    ],
    unreadable: [
      '无法打开这张图片，请换一张 JPG、PNG、WebP 或 GIF 图片。',
      'This image cannot be opened. Please choose a JPG, PNG, WebP or GIF.',
    ],
  },
  profile: {
    heading: ['个人资料', 'Profile'],
    lead: ['其他人看到的资料。', 'How others see you.'],
    username: ['用户名', 'Username'],
    usernameHint: [
      (min: number, max: number, cost: string) =>
        `${min} 到 ${max} 个文字、数字、下划线或连字符。${cost}`,
      (min: number, max: number, cost: string) =>
        `${min} to ${max} letters, digits, underscores or hyphens. ${cost}`,
    ],
    free: ['第一次设置免费。', 'The first one is free.'],
    costs: [
      (cost: number, energy: number) => `修改需要 ${cost} 能量，你现在有 ${energy} 能量。`,
      (cost: number, energy: number) => `Changing it costs ${cost} energy. You have ${energy}.`,
    ],
    debt: [
      (debt: number) => `你欠 ${debt} 能量，还清后才能修改用户名。`,
      (debt: number) =>
        `You owe ${debt} energy. You can change your username once it is paid back.`,
    ],
    confirmTitle: ['修改用户名？', 'Change your username?'],
    confirmBody: [
      (cost: number, left: number) => `将花费 ${cost} 能量，之后剩 ${left} 能量。`,
      (cost: number, left: number) => `This costs ${cost} energy and leaves you with ${left}.`,
    ],
    confirmDebt: [
      (cost: number, debt: number) =>
        `将花费 ${cost} 能量，之后你会欠 ${debt} 能量。通过每日签到还清之前，不能充能，也不能再次改名。`,
      (cost: number, debt: number) =>
        `This costs ${cost} energy, and you will owe ${debt}. Until your daily check-ins have paid it back, you cannot energize or change your username again.`,
    ],
    confirmReviewed: [
      '如果审核未通过，能量会退还。',
      'If the change is not approved, the energy is refunded.',
    ],
    confirm: [
      (cost: number) => `花 ${cost} 能量修改`,
      (cost: number) => `Change for ${cost} energy`,
    ],
    signature: ['签名', 'Signature'],
    signatureHint: [
      '一句话介绍自己，留空则不显示。',
      'Describe yourself in one sentence. Leave empty to show none.',
    ],
    signaturePlaceholder: ['例如：写代码，也写诗', 'For example: I write code and poems'],
    save: ['保存', 'Save'],
    saved: ['资料已保存。', 'Profile saved.'],
    submit: ['提交审核', 'Submit for review'],
    submitted: [
      '已提交，审核通过后生效。',
      'Submitted. The change takes effect once it is approved.',
    ],
    reviewed: [
      '资料修改需要审核，通过后生效。',
      'Profile changes are reviewed and take effect once they are approved.',
    ],
  },
  fediverse: {
    heading: ['Mastodon 等联邦社交账号', 'Mastodon and the fediverse'],
    lead: [
      '你的文章在 Mastodon 上被分享时会注明作者，你的空间会链接到这个账号。',
      'Mastodon credits you when a post of yours is shared, and your space links to your account.',
    ],
    address: ['账号地址', 'Address'],
    hint: [
      '在 Mastodon 的个人资料中添加你的空间链接，并在“作者归属”中允许本站，即可完成验证。留空则不显示。',
      'To verify it, add the link of your space to your Mastodon profile and allow this site under “Author attribution”. Leave empty to show none.',
    ],
    save: ['保存账号地址', 'Save address'],
    saved: ['账号地址已保存。', 'Address saved.'],
  },
  look: {
    heading: ['语言和时区', 'Language and time zone'],
    lead: [
      '页面和邮件中的时间按你的时区显示。签到、每日上限和数据统计按北京时间计算。',
      'Times on pages and in e-mails are in your time zone. Check-ins, daily limits and statistics use Shanghai time.',
    ],
    timeZone: ['时区', 'Time zone'],
    timeZoneHint: [
      '输入城市或时区名称搜索，留空则与浏览器相同。定时发布和邮件汇总也使用这个时区。',
      'Search by city or name. Leave empty for the zone of your browser. Scheduled posts and the e-mail digest use it too.',
    ],
    asBrowser: ['跟随浏览器', 'Same as your browser'],
    save: ['保存时区', 'Save time zone'],
    saved: ['时区已保存。', 'Time zone saved.'],
  },
  reading: {
    heading: ['阅读', 'Reading'],
    hidesAi: ['隐藏 AI 生成的文章', 'Hide posts made by AI'],
    hidesAiHint: [
      '列表和搜索中不再显示作者标注为“AI 生成”的文章，你的收藏夹和直接打开的链接不受影响。',
      'Lists and search leave out posts that their authors label as made by AI. Your folders and direct links still show them.',
    ],
    on: ['已隐藏 AI 生成的文章。', 'Posts made by AI are hidden.'],
    off: ['会显示 AI 生成的文章。', 'Posts made by AI are shown.'],
  },
  pending: {
    heading: ['你的修改正在审核中', 'Your change is waiting for review'],
    body: [
      '审核结果会通知你。在此之前不能再次修改。',
      'You will be notified of the result. Until then you cannot make another change.',
    ],
    username: ['新用户名', 'New username'],
    avatar: ['新头像', 'New avatar'],
    signature: ['新签名', 'New signature'],
    cleared: ['（清空）', '(cleared)'],
    cost: ['花费', 'Cost'],
    energy: [
      (cost: number) => `${cost} 能量（未通过则退还）`,
      (cost: number) => `${cost} energy, refunded if not approved`,
    ],
    free: ['免费', 'Free'],
  },
})

export type ProfileText = (typeof profileTexts)['en']
