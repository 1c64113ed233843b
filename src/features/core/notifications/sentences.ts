import type { About } from '#features/core/notifications/links.ts'
import type { NoticeData } from '#features/core/notifications/notices.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

const sentences = bilingual({
  someone: ['有人', 'Someone'],
  yourPost: [
    (title: string | null) => (title === null ? '你的文章' : `你的文章${quoted(title)}`),
    (title: string | null) => (title === null ? 'your post' : `your post “${title}”`),
  ],
  comment: [
    (name: string, post: string) => `${name} 评论了${post}`,
    (name: string, post: string) => `${name} commented on ${post}`,
  ],
  reply: [(name: string) => `${name} 回复了你的评论`, (name: string) => `${name} replied to your comment`],
  replyOn: [
    (name: string, title: string) => `${name} 回复了你在${quoted(title)}下的评论`,
    (name: string, title: string) => `${name} replied to your comment on “${title}”`,
  ],
  mention: [(name: string) => `${name} 在评论中提到了你`, (name: string) => `${name} mentioned you in a comment`],
  mentionOn: [
    (name: string, title: string) => `${name} 在${quoted(title)}的评论中提到了你`,
    (name: string, title: string) => `${name} mentioned you in a comment on “${title}”`,
  ],
  likes: [
    (post: string, likes: number, day: string | null) =>
      day === null ? `${post}收到了 ${likes} 个赞` : `${post}在 ${day}收到了 ${likes} 个赞`,
    (post: string, likes: number, day: string | null) =>
      `${capitalised(post)} got ${likes === 1 ? '1 like' : `${likes} likes`}${day === null ? '' : ` on ${day}`}`,
  ],
  follow: [(name: string) => `${name} 关注了你`, (name: string) => `${name} followed you`],
  levelUp: [
    (level: number) => `恭喜你升到 Lv${level}！`,
    (level: number) => `Congratulations, you reached Lv${level}!`,
  ],
  postApproved: [
    (post: string) => `${post}已通过审核，现在所有人都能看到`,
    (post: string) => `${capitalised(post)} was approved and is public now`,
  ],
  postApprovedForLater: [
    (post: string) => `${post}已通过审核，将在你设定的时间发布`,
    (post: string) => `${capitalised(post)} was approved and will be published at the time that you chose`,
  ],
  postRejected: [
    (post: string, because: string) => `${post}没有通过审核${because}，修改后可以再次提交`,
    (post: string, because: string) =>
      `${capitalised(post)} was not approved${because}; you can edit it and submit it again`,
  ],
  postLocked: [(post: string) => `${post}已被锁定`, (post: string) => `${capitalised(post)} was locked`],
  postUnlocked: [(post: string) => `${post}已解除锁定`, (post: string) => `${capitalised(post)} was unlocked`],
  postPublished: [
    (post: string) => `${post}已按计划发布，现在所有人都能看到`,
    (post: string) => `${capitalised(post)} was published as scheduled and is public now`,
  ],
  postSubmitted: [
    (post: string) => `${post}已按计划提交审核`,
    (post: string) => `${capitalised(post)} was submitted for review as scheduled`,
  ],
  seriesPart: [
    (title: string | null) => `你关注的系列有新文章${title === null ? '' : quoted(title)}`,
    (title: string | null) => `A series that you follow has a new part${title === null ? '' : `: “${title}”`}`,
  ],
  approvalRefused: [
    (title: string) => `《${title}》未能发布：文中有指向已屏蔽网站的链接。文章已回到审核队列`,
    (title: string) => `“${title}” was not published: it links to a blocked site. It is in the review queue again`,
  ],
  postNotPublished: [
    (post: string) => `${post}未能按计划发布，仍为草稿`,
    (post: string) => `${capitalised(post)} was not published as scheduled and is still a draft`,
  ],
  notPublished: {
    banned: ['账号已被封禁', 'your account is banned'],
    silenced: ['你已被禁言', 'your account is silenced'],
    leaving: ['账号正在注销', 'your account is being deleted'],
    level_too_low: ['等级不够', 'your level is too low'],
    email_unverified: ['邮箱还没有验证', 'your e-mail is not confirmed'],
    incomplete: ['缺少标题或正文', 'it has no title or no text'],
    too_many_links: ['站外链接过多', 'it has too many links to other sites'],
    blocked_host: ['含有本站不允许的链接', 'it has a link that is not allowed on this site'],
  },
  postDeleted: [
    (post: string) => `${post}已被管理员删除`,
    (post: string) => `${capitalised(post)} was deleted by an admin`,
  ],
  commentDeleted: [
    (title: string | null) => `你${title === null ? '' : `在${quoted(title)}下`}的评论已被管理员删除`,
    (title: string | null) => `Your comment${title === null ? '' : ` on “${title}”`} was deleted by an admin`,
  ],
  imageRemoved: ['管理员移除了你上传的一张图片', 'An admin removed an image that you uploaded'],
  profileApproved: ['你的新资料已通过审核', 'Your new profile was approved'],
  profileRejected: ['你的资料修改没有通过审核', 'Your profile change was not approved'],
  energyAdjusted: [
    (amount: string) => `管理员调整了你的能量：${amount}`,
    (amount: string) => `An admin adjusted your energy: ${amount}`,
  ],
  roleChanged: [(role: string) => `你的身份已变更为${role}`, (role: string) => `Your role is now ${role}`],
  roles: {
    user: ['普通用户', 'member'],
    admin: ['管理员', 'admin'],
    owner: ['站长', 'owner'],
  },
  banned: ['你的账号已被封禁', 'Your account was banned'],
  activeAgain: ['你的账号已恢复正常', 'Your account is active again'],
  banOver: ['封禁已到期，你的账号已恢复正常', 'Your ban has ended. Your account is active again'],
  silenced: ['你已被禁言', 'Your account was silenced: you can read and react, but you can’t publish'],
  silenceLifted: ['禁言已解除，你可以正常发布内容', 'You can publish again'],
  silenceOver: ['禁言已到期，你可以正常发布内容', 'Your silence has ended. You can publish again'],
  until: [
    (end: string | null) => (end === null ? '' : `，${end}（上海时间）解除`),
    (end: string | null) => (end === null ? '' : ` until ${end} (Shanghai time)`),
  ],
  bannedAndHidden: [
    '你的账号已被封禁，你的文章和评论已全部隐藏',
    'Your account was banned, and all your posts and comments were hidden',
  ],
  hidden: ['你的文章和评论已全部隐藏', 'All your posts and comments were hidden'],
  restored: ['你的文章和评论已恢复显示', 'Your posts and comments are visible again'],
  activeAndRestored: [
    '你的账号已恢复正常，文章和评论已恢复显示',
    'Your account is active again, and your posts and comments are visible again',
  ],
  reported: {
    post: [
      (title: string | null) => (title === null ? '一篇文章' : `文章${quoted(title)}`),
      (title: string | null) => (title === null ? 'a post' : `the post “${title}”`),
    ],
    comment: [
      (title: string | null) => (title === null ? '一条评论' : `${quoted(title)}下的一条评论`),
      (title: string | null) => (title === null ? 'a comment' : `a comment on “${title}”`),
    ],
    user: [() => '一位用户', () => 'a user'],
    kept: [
      (thing: string) => `你举报了${thing}。经核查，我们决定保留`,
      (thing: string) => `You reported ${thing}. We reviewed it and took no action`,
    ],
    removed: [
      (thing: string) => `你举报了${thing}。我们已处理，感谢反馈`,
      (thing: string) => `You reported ${thing}. We took action, thank you`,
    ],
  },
  invariantsFailed: ['数据校验发现异常，请尽快检查', 'A data check found inconsistencies. Please investigate'],
  emailUnreachable: [
    (address: string) => `发往 ${address} 的邮件无法送达，请检查或更换邮箱`,
    (address: string) => `E-mail to ${address} can’t be delivered. Please check or change your address`,
  ],
  webhookDisabled: [
    (address: string) => `发往 ${address} 的 Webhook 一直无法送达，已停用`,
    (address: string) => `The webhook to ${address} was disabled because its deliveries fail`,
  ],
  newSignIn: [
    (device: string, ip: string) =>
      `你的账号在新设备上登录：${device}，${ip}。如果不是你本人操作，请将该设备下线并修改密码`,
    (device: string, ip: string) =>
      `New login to your account: ${device}, ${ip}. If this wasn’t you, log out that device and change your password`,
  ],
  secondFactorOn: ['你的账号已开启两步验证', 'Two-step verification was turned on for your account'],
  secondFactorOff: [
    '你的账号已关闭两步验证。如果不是你本人操作，请立即修改密码',
    'Two-step verification was turned off for your account. If this wasn’t you, change your password immediately',
  ],
  passkeyAdded: [
    (name: string) => `你的账号添加了通行密钥“${name}”。如果不是你本人操作，请将其移除并修改密码`,
    (name: string) =>
      `The passkey “${name}” was added to your account. If this wasn’t you, remove it and change your password`,
  ],
  passkeyRemoved: [
    (name: string) => `你的账号移除了通行密钥“${name}”。如果不是你本人操作，请立即修改密码`,
    (name: string) =>
      `The passkey “${name}” was removed from your account. If this wasn’t you, change your password immediately`,
  ],
  providerConnected: [
    (name: string) => `你的账号绑定了 ${name}，今后可以用它登录。如果不是你本人操作，请解绑并修改密码`,
    (name: string) =>
      `${name} was connected to your account and can be used to log in. If this wasn’t you, disconnect it and change your password`,
  ],
  providerRemoved: [
    (name: string) => `你的账号解绑了 ${name}。如果不是你本人操作，请立即修改密码`,
    (name: string) =>
      `${name} was disconnected from your account. If this wasn’t you, change your password immediately`,
  ],
  secondFactorRemoved: [
    '站长移除了你账号的两步验证和通行密钥。请重新设置',
    'An owner removed two-step verification and all passkeys from your account. Please set them up again',
  ],
  passwordChanged: [
    '你的密码已修改。如果不是你本人操作，请立即重设密码',
    'Your password was changed. If this wasn’t you, reset it immediately',
  ],
  tokenCreated: [
    (name: string) => `你的账号创建了访问令牌“${name}”。如果不是你本人操作，请将其撤销并修改密码`,
    (name: string) => `The access token “${name}” was created. If this wasn’t you, revoke it and change your password`,
  ],
  appAllowed: [
    (name: string) => `你允许应用“${name}”使用你的账号登录。如果不是你本人操作，请将其断开并修改密码`,
    (name: string) =>
      `The application “${name}” may now log in with your account. If this wasn’t you, disconnect it and change your password`,
  ],
  assistantConnected: [
    (name: string) => `你连接了助手“${name}”。如果不是你本人操作，请将其断开并修改密码`,
    (name: string) =>
      `The assistant “${name}” may now use your account. If this wasn’t you, disconnect it and change your password`,
  ],
  exportReady: [
    (format: string) => `你的数据导出文件（${format}）已准备好，请在一天内下载`,
    (format: string) => `Your data export (${format}) is ready. Download it within a day`,
  ],
  exportFailed: [
    (format: string) => `你的数据导出（${format}）失败了，请重试`,
    (format: string) => `Your data export (${format}) failed. Please try again`,
  ],
  unknownDevice: ['未知设备', 'unknown device'],
  because: [
    (reason: string | null) => (reason === null ? '' : `（${reason}）`),
    (reason: string | null) => (reason === null ? '' : ` (${reason})`),
  ],
  postGone: ['（文章已不可见）', ' (the post is no longer available)'],
  system: ['你有一条系统通知', 'You have a system notification'],
})

/** Chinese punctuation rules: 《》 inside 《》 become 〈〉. */
function quoted(title: string): string {
  return `《${title.replaceAll('《', '〈').replaceAll('》', '〉')}》`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text of a notice. It starts with the name of the acting user, if any, so that a page can link the name. */
export function sentenceOf(about: About, language: Language): string {
  const { kind, relatedId, data, actor } = about
  const say = sentences[language]
  const name = actor ?? say.someone
  const title = textIn(data, 'title')
  switch (kind) {
    case 'NotifyComment':
      return say.comment(name, say.yourPost(title))
    case 'NotifyCommentReply':
      return title === null ? say.reply(name) : say.replyOn(name, title)
    case 'NotifyMention':
      return title === null ? say.mention(name) : say.mentionOn(name, title)
    case 'NotifyLikeAggregated':
      return say.likes(say.yourPost(title), Number(data.likes ?? 1), dayIn(data, language))
    case 'NotifyFollow':
      return say.follow(name)
    case 'NotifyLevelUp':
      return say.levelUp(relatedId ?? 0)
    case 'NotifySystem':
      return systemSentence(data, language)
  }
}

/** Adds that the reader can no longer see the post. */
export function withoutPost(sentence: string, language: Language): string {
  return sentence + sentences[language].postGone
}

function systemSentence(data: NoticeData, language: Language): string {
  const say = sentences[language]
  const post = say.yourPost(textIn(data, 'title'))
  const because = say.because(textIn(data, 'reason'))
  switch (data.event) {
    case 'post_approved':
      return say.postApproved(post)
    case 'post_approved_for_later':
      return say.postApprovedForLater(post)
    case 'post_rejected':
      return say.postRejected(post, because)
    case 'post_locked':
      return say.postLocked(post) + because
    case 'post_unlocked':
      return say.postUnlocked(post)
    case 'post_published':
      return say.postPublished(post)
    case 'post_submitted':
      return say.postSubmitted(post)
    case 'series_part':
      return say.seriesPart(textIn(data, 'title'))
    case 'approval_refused':
      return say.approvalRefused(textIn(data, 'title') ?? '')
    case 'post_not_published':
      return say.postNotPublished(post) + say.because(whyIn(data, language))
    case 'post_deleted':
      return say.postDeleted(post) + because
    case 'comment_deleted':
      return say.commentDeleted(textIn(data, 'title')) + because
    case 'image_removed':
      return say.imageRemoved
    case 'profile_approved':
      return say.profileApproved
    case 'profile_rejected':
      return say.profileRejected + because
    case 'energy_adjusted':
      return say.energyAdjusted(signed(Number(data.amount))) + because
    case 'role_changed':
      return say.roleChanged(roleIn(data, language))
    case 'status_changed':
      if (data.status === 'banned') return say.banned + say.until(endIn(data, language)) + because
      return (data.over === 1 ? say.banOver : say.activeAgain) + because
    case 'silence_changed':
      if (data.silenced === 1) return say.silenced + say.until(endIn(data, language)) + because
      return (data.over === 1 ? say.silenceOver : say.silenceLifted) + because
    case 'content_hidden':
      return (data.banned === 1 ? say.bannedAndHidden + say.until(endIn(data, language)) : say.hidden) + because
    case 'content_restored':
      return data.unbanned === 1 ? say.activeAndRestored : say.restored
    case 'report_closed':
      return reportSentence(data, language) + because
    case 'invariants_failed':
      return say.invariantsFailed + say.because(textIn(data, 'checks'))
    case 'email_unreachable':
      return say.emailUnreachable(textIn(data, 'address') ?? '')
    case 'webhook_disabled':
      return say.webhookDisabled(textIn(data, 'address') ?? '')
    case 'new_sign_in':
      return say.newSignIn(deviceIn(data) ?? say.unknownDevice, textIn(data, 'ip') ?? '')
    case 'second_factor_on':
      return say.secondFactorOn
    case 'second_factor_off':
      return say.secondFactorOff
    case 'second_factor_removed':
      return say.secondFactorRemoved
    case 'password_changed':
      return say.passwordChanged
    case 'token_created':
      return say.tokenCreated(textIn(data, 'name') ?? '')
    case 'app_allowed':
      return say.appAllowed(textIn(data, 'name') ?? '')
    case 'assistant_connected':
      return say.assistantConnected(textIn(data, 'name') ?? '')
    case 'passkey_added':
      return say.passkeyAdded(textIn(data, 'name') ?? '')
    case 'passkey_removed':
      return say.passkeyRemoved(textIn(data, 'name') ?? '')
    case 'provider_connected':
      return say.providerConnected(textIn(data, 'name') ?? '')
    case 'provider_removed':
      return say.providerRemoved(textIn(data, 'name') ?? '')
    case 'export_ready':
      return say.exportReady(exportFormat(data))
    case 'export_failed':
      return say.exportFailed(exportFormat(data))
    default:
      return say.system
  }
}

/** The reason why a scheduled post was not published. */
function whyIn(data: NoticeData, language: Language): string | null {
  const whys: Record<string, string> = sentences[language].notPublished
  return whys[String(data.why)] ?? null
}

/** The end of a ban or silence. The reader's time zone is unknown here; pages show the local time. */
function endIn(data: NoticeData, language: Language): string | null {
  const moment = new Date(String(data.ends_at))
  if (Number.isNaN(moment.getTime())) return null
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: SITE_ZONE }).format(
    moment,
  )
}

function reportSentence(data: NoticeData, language: Language): string {
  const { reported } = sentences[language]
  const thing = data.thing === 'comment' || data.thing === 'user' ? data.thing : 'post'
  return reported[data.decision === 'removed' ? 'removed' : 'kept'](reported[thing](textIn(data, 'title')))
}

function textIn(data: NoticeData, name: string): string | null {
  const value = data[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function exportFormat({ format }: NoticeData): string {
  return format === 'ghost' ? 'Ghost' : String(format).toUpperCase()
}

function deviceIn(data: NoticeData): string | null {
  return [textIn(data, 'browser'), textIn(data, 'os')].filter(Boolean).join(' · ') || null
}

/** `day` is a Shanghai date without a time, so it is formatted in UTC to keep the date. */
function dayIn(data: NoticeData, language: Language): string | null {
  const moment = new Date(`${data.day}T00:00:00.000Z`)
  return Number.isNaN(moment.getTime()) ? null : DAYS[language].format(moment)
}

const DAYS: Record<Language, Intl.DateTimeFormat> = { 'zh-CN': dayFormat('zh-CN'), en: dayFormat('en') }

function dayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

function roleIn(data: NoticeData, language: Language): string {
  const { roles } = sentences[language]
  return data.role === 'owner' || data.role === 'admin' ? roles[data.role] : roles.user
}

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : String(amount)
}
