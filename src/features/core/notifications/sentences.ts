import type { Kind } from '#features/core/notifications/kinds.ts'
import type { NoticeData, SystemEvent } from '#features/core/notifications/notices.ts'
import { bilingual, filled, type Language, type PlaceholdersOf } from '#kernel/i18n.ts'
import { lazy } from '#kernel/lazy.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

/** What the text and the link of a notice are made of. */
interface About {
  kind: Kind
  relatedId: number | null
  data: NoticeData
  commentId: number | null
  /** The display name of the acting user. */
  actor: string | null
}

/** `factsOf` has the values of the placeholders. */
const sentences = bilingual({
  kinds: {
    NotifyComment: ['{actor} 评论了{post}', '{actor} commented on {post}'],
    NotifyCommentReply: ['{actor} 回复了你{on}的评论', '{actor} replied to your comment{on}'],
    NotifyMention: ['{actor} 在{of}评论中提到了你', '{actor} mentioned you in a comment{on}'],
    NotifyLikeAggregated: ['{post}{day}收到了 {likes} 个赞', '{Post} got {likes}{day}'],
    NotifyFollow: ['{actor} 关注了你', '{actor} followed you'],
    NotifyLevelUp: ['恭喜你升到 Lv{level}！', 'Congratulations, you reached Lv{level}!'],
  },
  system: ['你有一条系统通知', 'You have a system notification'],
  events: {
    post_approved: [
      '{post}已通过审核，现在所有人都能看到',
      '{Post} was approved and is public now',
    ],
    post_approved_for_later: [
      '{post}已通过审核，将在你设定的时间发布',
      '{Post} was approved and will be published at the time that you chose',
    ],
    post_rejected: [
      '{post}没有通过审核{because}，修改后可以再次提交',
      '{Post} was not approved{because}; you can edit it and submit it again',
    ],
    post_locked: ['{post}已被锁定{because}', '{Post} was locked{because}'],
    post_unlocked: ['{post}已解除锁定', '{Post} was unlocked'],
    post_published: [
      '{post}已按计划发布，现在所有人都能看到',
      '{Post} was published as scheduled and is public now',
    ],
    post_submitted: ['{post}已按计划提交审核', '{Post} was submitted for review as scheduled'],
    series_part: ['你关注的系列有新文章{part}', 'A series that you follow has a new part{part}'],
    series_cleared: [
      '管理员移除了你的系列《{title}》的标题和简介',
      'An admin removed the title and description of your series “{title}”',
    ],
    approval_refused: [
      '《{title}》未能发布：文中有指向已屏蔽网站的链接。文章已回到审核队列',
      '“{title}” was not published: it links to a blocked site. It is in the review queue again',
    ],
    post_not_published: [
      '{post}未能按计划发布，仍为草稿{why}',
      '{Post} was not published as scheduled and is still a draft{why}',
    ],
    post_deleted: ['{post}已被管理员删除{because}', '{Post} was deleted by an admin{because}'],
    comment_deleted: [
      '你{on}的评论已被管理员删除{because}',
      'Your comment{on} was deleted by an admin{because}',
    ],
    image_removed: ['管理员移除了你上传的一张图片', 'An admin removed an image that you uploaded'],
    profile_approved: ['你的新资料已通过审核', 'Your new profile was approved'],
    profile_rejected: [
      '你的资料修改没有通过审核{because}',
      'Your profile change was not approved{because}',
    ],
    energy_adjusted: [
      '管理员调整了你的能量：{amount}{because}',
      'An admin adjusted your energy: {amount}{because}',
    ],
    role_changed: ['你的身份已变更为{role}', 'Your role is now {role}'],
    banned: ['你的账号已被封禁{until}{because}', 'Your account was banned{until}{because}'],
    ban_lifted: ['你的账号已恢复正常{because}', 'Your account is active again{because}'],
    ban_over: [
      '封禁已到期，你的账号已恢复正常{because}',
      'Your ban has ended. Your account is active again{because}',
    ],
    silenced: [
      '你已被禁言{until}{because}',
      'Your account was silenced: you can read and react, but you can’t publish{until}{because}',
    ],
    silence_lifted: ['禁言已解除，你可以正常发布内容{because}', 'You can publish again{because}'],
    silence_over: [
      '禁言已到期，你可以正常发布内容{because}',
      'Your silence has ended. You can publish again{because}',
    ],
    banned_and_hidden: [
      '你的账号已被封禁，你的文章和评论已全部隐藏{until}{because}',
      'Your account was banned, and all your posts and comments were hidden{until}{because}',
    ],
    hidden: [
      '你的文章和评论已全部隐藏{because}',
      'All your posts and comments were hidden{because}',
    ],
    content_restored: ['你的文章和评论已恢复显示', 'Your posts and comments are visible again'],
    active_and_restored: [
      '你的账号已恢复正常，文章和评论已恢复显示',
      'Your account is active again, and your posts and comments are visible again',
    ],
    report_kept: [
      '你举报了{thing}。经核查，我们决定保留{because}',
      'You reported {thing}. We reviewed it and took no action{because}',
    ],
    report_removed: [
      '你举报了{thing}。我们已处理，感谢反馈{because}',
      'You reported {thing}. We took action, thank you{because}',
    ],
    invariants_failed: [
      '数据校验发现异常，请尽快检查{checks}',
      'A data check found inconsistencies. Please investigate{checks}',
    ],
    email_unreachable: [
      '发往 {address} 的邮件无法送达，请检查或更换邮箱',
      'E-mail to {address} can’t be delivered. Please check or change your address',
    ],
    webhook_disabled: [
      '发往 {address} 的 Webhook 一直无法送达，已停用',
      'The webhook to {address} was disabled because its deliveries fail',
    ],
    new_sign_in: [
      '你的账号在新设备上登录：{device}，{ip}。如果不是你本人操作，请将该设备下线并修改密码',
      'New login to your account: {device}, {ip}. If this wasn’t you, log out that device and change your password',
    ],
    push_moved: [
      '你的一台设备换了接收推送通知的地址。如果不是你本人操作，请将其他设备下线并修改密码',
      'The push notifications of one of your devices go to a new address. If this wasn’t you, log out all other devices and change your password',
    ],
    second_factor_on: [
      '你的账号已开启两步验证',
      'Two-step verification was turned on for your account',
    ],
    second_factor_off: [
      '你的账号已关闭两步验证。如果不是你本人操作，请立即修改密码',
      'Two-step verification was turned off for your account. If this wasn’t you, change your password immediately',
    ],
    second_factor_removed: [
      '站长移除了你账号的两步验证和通行密钥。请重新设置',
      'An owner removed two-step verification and all passkeys from your account. Please set them up again',
    ],
    passkey_added: [
      '你的账号添加了通行密钥“{name}”。如果不是你本人操作，请将其移除并修改密码',
      'The passkey “{name}” was added to your account. If this wasn’t you, remove it and change your password',
    ],
    passkey_removed: [
      '你的账号移除了通行密钥“{name}”。如果不是你本人操作，请立即修改密码',
      'The passkey “{name}” was removed from your account. If this wasn’t you, change your password immediately',
    ],
    provider_connected: [
      '你的账号绑定了 {name}，今后可以用它登录。如果不是你本人操作，请解绑并修改密码',
      '{name} was connected to your account and can be used to log in. If this wasn’t you, disconnect it and change your password',
    ],
    provider_removed: [
      '你的账号解绑了 {name}。如果不是你本人操作，请立即修改密码',
      '{name} was disconnected from your account. If this wasn’t you, change your password immediately',
    ],
    password_changed: [
      '你的密码已修改。如果不是你本人操作，请立即重设密码',
      'Your password was changed. If this wasn’t you, reset it immediately',
    ],
    token_created: [
      '你的账号创建了访问令牌“{name}”。如果不是你本人操作，请将其撤销并修改密码',
      'The access token “{name}” was created. If this wasn’t you, revoke it and change your password',
    ],
    app_allowed: [
      '你允许应用“{name}”使用你的账号登录。如果不是你本人操作，请将其断开并修改密码',
      'The application “{name}” may now log in with your account. If this wasn’t you, disconnect it and change your password',
    ],
    assistant_connected: [
      '你连接了助手“{name}”。如果不是你本人操作，请将其断开并修改密码',
      'The assistant “{name}” may now use your account. If this wasn’t you, disconnect it and change your password',
    ],
    export_ready: [
      '你的数据导出文件（{format}）已准备好，请在一天内下载',
      'Your data export ({format}) is ready. Download it within a day',
    ],
    export_failed: [
      '你的数据导出（{format}）失败了，请重试',
      'Your data export ({format}) failed. Please try again',
    ],
  },
})

type Texts = (typeof sentences)['en']
type Sentence = keyof Texts['events']

/** A placeholder that `factsOf` does not fill, or the other way round, does not compile. */
type Placeholder = PlaceholdersOf<Texts['kinds']> | PlaceholdersOf<Texts['events']>

/** Events that have several sentences: chooses one by the data. */
const VARIANTS: { [Event in SystemEvent['event']]?: (data: NoticeData) => Sentence } = {
  status_changed: ({ status, over }) => {
    if (status === 'banned') return 'banned'
    return over === 1 ? 'ban_over' : 'ban_lifted'
  },
  silence_changed: ({ silenced, over }) => {
    if (silenced === 1) return 'silenced'
    return over === 1 ? 'silence_over' : 'silence_lifted'
  },
  content_hidden: ({ banned }) => (banned === 1 ? 'banned_and_hidden' : 'hidden'),
  content_restored: ({ unbanned }) => (unbanned === 1 ? 'active_and_restored' : 'content_restored'),
  report_closed: ({ decision }) => (decision === 'removed' ? 'report_removed' : 'report_kept'),
}

/**
 * The text of a notice. It starts with the name of the acting user, if any, so that a page can link
 * the name.
 */
export function sentenceOf(about: About, language: Language): string {
  const { kind, data } = about
  const { kinds, events, system } = sentences[language]
  const event = String(data.event) as SystemEvent['event']
  // An operator may have inserted a notice with an unknown event.
  const ofEvent = events[VARIANTS[event]?.(data) ?? (event as Sentence)] ?? system
  return filled(kind === 'NotifySystem' ? ofEvent : kinds[kind], factsOf(about, language))
}

/** A sentence with the addition that the reader can no longer see the post. */
export function withoutPost(sentence: string, language: Language): string {
  return sentence + words[language].postGone
}

/** Parts of sentences. A title may be missing. */
const words = bilingual({
  someone: ['有人', 'Someone'],
  post: ['你的文章', 'your post'],
  titled: {
    post: [(title: string) => `你的文章${title}`, (title: string) => `your post ${title}`],
    on: [(title: string) => `在${title}下`, (title: string) => ` on ${title}`],
    of: [(title: string) => `${title}的`, () => ''],
    part: [(title: string) => title, (title: string) => `: ${title}`],
  },
  quoted: [
    // Chinese punctuation rules: 《》 inside 《》 become 〈〉.
    (title: string) => `《${title.replaceAll('《', '〈').replaceAll('》', '〉')}》`,
    (title: string) => `“${title}”`,
  ],
  likes: [
    (likes: number) => String(likes),
    (likes: number) => `${likes} ${likes === 1 ? 'like' : 'likes'}`,
  ],
  onDay: [(day: string) => `在 ${day}`, (day: string) => ` on ${day}`],
  because: [(reason: string) => `（${reason}）`, (reason: string) => ` (${reason})`],
  until: [
    (end: string) => `，${end}（上海时间）解除`,
    (end: string) => ` until ${end} (Shanghai time)`,
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
    too_many_moves: [
      '今天发布、取消发布或提交的次数已达上限',
      'you have published, unpublished or submitted too many posts today',
    ],
  },
  roles: {
    user: ['普通用户', 'member'],
    admin: ['管理员', 'admin'],
    owner: ['站长', 'owner'],
  },
  reported: {
    post: ['一篇文章', 'a post'],
    comment: ['一条评论', 'a comment'],
    user: ['一位用户', 'a user'],
  },
  reportedTitled: {
    post: [(title: string) => `文章${title}`, (title: string) => `the post ${title}`],
    comment: [
      (title: string) => `${title}下的一条评论`,
      (title: string) => `a comment on ${title}`,
    ],
    user: [() => '一位用户', () => 'a user'],
  },
  unknownDevice: ['未知设备', 'unknown device'],
  postGone: ['（文章已不可见）', ' (the post is no longer available)'],
})

function factsOf(
  { relatedId, data, actor }: About,
  language: Language,
): Record<Placeholder, string | number> {
  const say = words[language]
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '')
  const [title, reason, checks] = [text('title'), text('reason'), text('checks')]
  const titled = (write: (title: string) => string) =>
    title === '' ? '' : write(say.quoted(title))
  const post = titled(say.titled.post) || say.post
  const why = (say.notPublished as Record<string, string>)[text('why')]
  const thing = data.thing === 'comment' || data.thing === 'user' ? data.thing : 'post'
  const [day, end] = [dayIn(data, language), endIn(data, language)]
  const amount = Number(data.amount)
  return {
    title,
    name: text('name'),
    address: text('address'),
    ip: text('ip'),
    actor: actor ?? say.someone,
    post,
    Post: post.charAt(0).toUpperCase() + post.slice(1),
    on: titled(say.titled.on),
    of: titled(say.titled.of),
    part: titled(say.titled.part),
    likes: say.likes(Number(data.likes ?? 1)),
    day: day === null ? '' : say.onDay(day),
    level: relatedId ?? 0,
    because: reason && say.because(reason),
    checks: checks && say.because(checks),
    why: why === undefined ? '' : say.because(why),
    until: end === null ? '' : say.until(end),
    amount: amount > 0 ? `+${amount}` : amount,
    role: data.role === 'owner' || data.role === 'admin' ? say.roles[data.role] : say.roles.user,
    thing: titled(say.reportedTitled[thing]) || say.reported[thing],
    device: [text('browser'), text('os')].filter(Boolean).join(' · ') || say.unknownDevice,
    format: data.format === 'ghost' ? 'Ghost' : String(data.format).toUpperCase(),
  }
}

/**
 * The end of a ban or a silence. The time zone of the reader is unknown here; pages show the local
 * time.
 */
function endIn(data: NoticeData, language: Language): string | null {
  const moment = new Date(String(data.ends_at))
  if (Number.isNaN(moment.getTime())) return null
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: SITE_ZONE,
  }).format(moment)
}

/** `day` is a Shanghai date without a time, so it is formatted in UTC to keep the date. */
function dayIn(data: NoticeData, language: Language): string | null {
  const moment = new Date(`${data.day}T00:00:00.000Z`)
  return Number.isNaN(moment.getTime()) ? null : DAYS[language]().format(moment)
}

const DAYS = { 'zh-CN': dayFormat('zh-CN'), en: dayFormat('en') }

function dayFormat(language: Language): () => Intl.DateTimeFormat {
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return lazy(() => new Intl.DateTimeFormat(language, options))
}

/** The path that a notice leads to, or null. */
export function linkOf({ kind, relatedId, data, commentId }: Omit<About, 'actor'>): string {
  switch (kind) {
    case 'NotifyComment':
      return `/posts/${relatedId}#comments`
    case 'NotifyCommentReply':
    case 'NotifyMention':
      // A missing quotation means that the comment was deleted or no longer mentions the reader.
      return commentId === null || data.excerpt === undefined
        ? `/posts/${relatedId}#comments`
        : `/posts/${relatedId}?comment=${commentId}#comment-${commentId}`
    case 'NotifyLikeAggregated':
      return `/posts/${relatedId}`
    case 'NotifyFollow':
      return `/space/${relatedId}`
    case 'NotifyLevelUp':
      return '/help'
    case 'NotifySystem':
      return relatedId === null ? pageOf(String(data.event)) : `/posts/${relatedId}`
  }
}

/** The pages of events that are not about a post. */
const PAGES: Record<string, string> = {
  '/settings?tab=profile': 'profile_approved profile_rejected',
  '/settings?tab=energy': 'energy_adjusted',
  '/settings?tab=account': 'role_changed status_changed email_unreachable',
  '/settings?tab=account#export-heading': 'export_ready export_failed',
  '/settings?tab=sessions': 'new_sign_in push_moved',
  '/settings?tab=security': `second_factor_on second_factor_off second_factor_removed password_changed passkey_added
    passkey_removed provider_connected provider_removed`,
  '/settings?tab=tokens': 'token_created app_allowed assistant_connected',
  '/admin': 'invariants_failed',
  '/admin/webhooks': 'webhook_disabled',
}

function pageOf(event: string): string {
  const [page] =
    Object.entries(PAGES).find(([, events]) => events.split(/\s+/).includes(event)) ?? []
  return page ?? '/messages?category=system'
}
