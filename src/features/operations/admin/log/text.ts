import { identityTexts } from '#features/core/identity/identity.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { adminTexts, settingNames } from '#features/operations/admin/frame/text.ts'
import type { AuditItem } from '#features/operations/admin/log/audit-log.ts'
import { bilingual, filled, LANGUAGES, type Language } from '#kernel/i18n.ts'

export const adminLogTexts = bilingual({
  lead: [
    '管理员的全部操作记录，从新到旧。日志只能追加，不能修改。',
    'All admin actions, newest first. The log is append-only: entries cannot be changed.',
  ],
  action: ['操作', 'Action'],
  anyAction: ['全部操作', 'All actions'],
  actor: ['操作者用户名或 UID', 'Actor: username or UID'],
  subject: ['相关成员用户名或 UID', 'Affected: username or UID'],
  by: ['操作者', 'by'],
  bySystem: ['系统自动，设置者', 'by the system, set by'],
  about: ['相关成员', 'affecting'],
  none: ['没有符合条件的记录', 'No entries found'],
  noneHint: ['换个操作或成员试试。', 'Try another action or person.'],
  targets: {
    post: ['文章', 'post'],
    comment: ['评论', 'comment'],
    user: ['成员', 'person'],
    profile_review: ['资料', 'profile'],
  },
  fields: {
    status: ['状态', 'Status'],
    silenced: ['禁言', 'Silenced'],
    ends_at: ['到期时间', 'Ends'],
    role: ['身份', 'Role'],
    username: ['用户名', 'Username'],
    signature: ['签名', 'Signature'],
    title: ['标题', 'Title'],
    post_id: ['所在文章', 'On post'],
    name: ['名称', 'Name'],
    colour: ['颜色', 'Colour'],
    synonyms: ['同义词', 'Synonyms'],
    translation_of: ['对应标签', 'Translation'],
    body: ['内容', 'Text'],
    energy: ['余额', 'Balance'],
    edit_unseen_since: ['修改时间', 'Edited'],
  },
  colon: ['：', ': '],
  on: ['开', 'on'],
  off: ['关', 'off'],
  empty: ['空', 'empty'],
  actions: {
    'post.approve': ['通过文章', 'Approved a post'],
    'posts.unapprove': ['撤销批量通过', 'Took back approvals of posts'],
    'post.reject': ['退回文章', 'Rejected a post'],
    'post.lock': ['锁定文章', 'Locked a post'],
    'post.unlock': ['解锁文章', 'Unlocked a post'],
    'post.seen': ['查看文章的修改', 'Marked the edits of a post as seen'],
    'post.delete': ['删除文章', 'Deleted a post'],
    'post.pin': ['置顶文章', 'Pinned a post'],
    'post.unpin': ['取消置顶', 'Unpinned a post'],
    'comment.delete': ['删除评论', 'Deleted a comment'],
    'image.remove': ['移除图片', 'Removed an image'],
    'series.clear': ['移除系列的标题和简介', 'Removed the title and description of a series'],
    'user.status': ['更改成员状态', 'Changed the status of a person'],
    'user.silence': ['禁言或解除禁言', 'Silenced a person or lifted a silence'],
    'user.hide': ['隐藏全部文章和评论', 'Hid all posts and comments of a person'],
    'user.restore': ['恢复隐藏的内容', 'Restored the posts and comments of a person'],
    'user.ban_ended': ['封禁到期，自动解除', 'A ban ended by itself'],
    'user.silence_ended': ['禁言到期，自动解除', 'A silence ended by itself'],
    'user.role': ['更改成员身份', 'Changed the role of a person'],
    'user.reset_link': ['生成重设密码的链接', 'Created a link to reset a password'],
    'user.second_factor': ['移除两步验证', 'Turned off two-step verification of a person'],
    'report.close': ['处理举报', 'Closed reports'],
    'note.write': ['写管理备注', 'Wrote a note about a person'],
    'note.delete': ['删除管理备注', 'Deleted a note about a person'],
    'reply.add': ['添加常用回复', 'Added a saved reply'],
    'reply.delete': ['删除常用回复', 'Deleted a saved reply'],
    'profile.approve': ['通过资料修改', 'Approved a profile change'],
    'profile.reject': ['退回资料修改', 'Rejected a profile change'],
    'energy.adjust': ['调整能量', 'Adjusted energy'],
    'setting.change': ['修改站点设置', 'Changed a setting'],
    'identity.change': ['修改站点名称或外观', 'Changed the site name or appearance'],
    'provider.change': ['添加或修改登录服务', 'Added or changed a login provider'],
    'provider.remove': ['移除登录服务', 'Removed a login provider'],
    'app.create': ['登记应用', 'Registered an application'],
    'app.change': ['修改应用', 'Changed an application'],
    'app.secret': ['更换应用密钥', 'Replaced the secret of an application'],
    'app.remove': ['移除应用', 'Removed an application'],
    'webhook.create': ['添加 Webhook', 'Added a webhook'],
    'webhook.change': ['修改 Webhook', 'Changed a webhook'],
    'webhook.rotate': ['更换 Webhook 密钥', 'Replaced the secret of a webhook'],
    'webhook.remove': ['移除 Webhook', 'Removed a webhook'],
    'invitations.create': ['批量创建邀请码', 'Created invitation codes'],
    'invitations.revoke': ['撤销一批邀请码', 'Revoked a batch of invitation codes'],
    'tag.describe': ['修改标签简介', 'Changed a tag description'],
    'tag.create': ['新建标签', 'Created a tag'],
    'tag.change': ['修改标签', 'Changed a tag'],
    'tag.merge': ['合并标签', 'Merged a tag'],
    'tag.delete': ['删除标签', 'Deleted a tag'],
    'redirect.set': ['设置重定向', 'Set a redirect'],
    'redirect.remove': ['删除重定向', 'Deleted a redirect'],
    'redirect.upload': ['上传重定向', 'Uploaded redirects'],
    'blocklist.change': ['修改屏蔽列表', 'Changed a block list'],
    'letters.author': ['打开或关闭作者的邮件', 'Switched the letters of an author on or off'],
    'letters.import': ['导入邮件订阅者', 'Imported subscribers of letters'],
    'site.export': ['导出站点数据', 'Exported data of the site'],
    'backup.start': ['开始备份', 'Started a backup'],
    'backup.download': ['下载备份', 'Downloaded a backup'],
    'letters.export': ['导出邮件订阅者', 'Exported subscribers of letters'],
    'letters.end': ['停止一个地址的全部邮件', 'Ended all letters to an address'],
  },
})

export type AdminLogText = (typeof adminLogTexts)['en']

/** The public part of the audit log. */
export const moderationTexts = bilingual({
  title: ['管理日志', 'Moderation log'],
  description: [
    '本站的管理操作和理由。不公开操作者和当事人。',
    'Moderation actions on this site and their reasons. Names are not published.',
  ],
  lead: [
    '针对公开内容的管理操作和理由，从新到旧。为保护隐私，不公开操作者和当事人。',
    'Moderation actions on public content and their reasons, newest first. To protect privacy, admins and affected people are not named.',
  ],
  actions: {
    'post.reject': ['退回了一篇文章', 'A post was rejected'],
    'post.lock': ['锁定了一篇文章', 'A post was locked'],
    'post.unlock': ['解锁了一篇文章', 'A post was unlocked'],
    'post.delete': ['删除了一篇文章', 'A post was deleted'],
    'comment.delete': ['删除了一条评论', 'A comment was deleted'],
    'image.remove': ['移除了一张图片', 'An image was removed'],
    'series.clear': [
      '移除了一个系列的标题和简介',
      'The title and description of a series were removed',
    ],
    'user.status': ['更改了一个账号的状态', 'The status of an account was changed'],
    banned: ['封禁了一个账号', 'An account was banned'],
    active: ['解除了对一个账号的封禁', 'An account was unbanned'],
    'user.silence': ['更改了一个账号的禁言', 'The silence of an account was changed'],
    silenced: ['禁言了一个账号', 'An account was silenced'],
    unsilenced: ['解除了对一个账号的禁言', 'The silence of an account was lifted'],
    'user.hide': [
      '隐藏了一个账号的全部文章和评论',
      'All posts and comments of an account were hidden',
    ],
    'user.restore': [
      '恢复了一个账号的文章和评论',
      'The posts and comments of an account were restored',
    ],
    'audit.enabled:on': ['打开了审核', 'Review was turned on'],
    'audit.enabled:off': ['关闭了审核', 'Review was turned off'],
    'registration.enabled:on': ['开放了注册', 'Registration was opened'],
    'registration.enabled:off': ['关闭了注册', 'Registration was closed'],
    'comments.enabled:on': ['开放了评论', 'Comments were opened'],
    'comments.enabled:off': ['关闭了评论', 'Comments were closed'],
  },
  noReason: ['未填写理由', 'No reason given'],
  none: ['还没有管理操作', 'No moderation actions yet'],
  noneHint: ['有管理操作时会显示在这里。', 'Actions will appear here.'],
})

/** The row names the admin, the affected user and the post, so the sentence does not. */
export function auditSentence(entry: AuditItem, language: Language): string {
  const { action } = entry
  // A later version of the site may have written the entry.
  if (!isKnown(action)) return words[language].unknown
  const sentence =
    sentences[action]?.[LANGUAGES.indexOf(language)] ?? adminLogTexts[language].actions[action]
  const facts = factsOf(entry, language)
  return typeof sentence === 'function' ? sentence(facts) : filled(sentence, facts.texts)
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action)
}

export function asRecord(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/**
 * The facts of an entry, in words. Entries of older versions, and those of erased users, have fewer
 * facts.
 */
type Facts = ReturnType<typeof factsOf>

function factsOf({ target_id: id, before: from, after: to }: AuditItem, language: Language) {
  const [before, after] = [asRecord(from), asRecord(to)]
  const values = { ...before, ...after }
  const uris = values.redirect_uris
  const text = (value: unknown) => String(value ?? '')
  /** The name is that of an application or a login provider. */
  const texts = {
    title: text(values.title),
    path: text(values.path),
    name: text(values.name ?? id),
  }
  const key = id.replace(/^identity\./, '')
  const isOwnPage = key.startsWith('page.')
  const labels: Record<string, string> = { ...settingNames[language], ...words[language].parts }
  const pages: Record<string, string> = identityTexts[language].pages
  const roles: Record<string, string> = adminTexts[language].roles
  // The value of a logo is the key of a file, and that of a style sheet its hash.
  const shown = (value: unknown) =>
    typeof value === 'string' && !/^(?:logo|css)/.test(key) ? shortened(value) : ''
  const exists = ({ value, characters }: Record<string, unknown>) => Boolean(value ?? characters)
  return {
    // The texts before and after a change, shortened. Empty if there was none, or if it is not a
    // text for readers.
    from: shown(before.value),
    to: shown(after.value),
    had: exists(before),
    has: exists(after),
    name: texts.name,
    texts,
    setting:
      labels[key] ??
      words[language].page(isOwnPage ? texts.title : (pages[key.split('.')[0] ?? ''] ?? key)),
    isOn: after.value === true,
    role: roles[String(after.role)] ?? '',
    tag: id.replace(/^tag\./, ''),
    status: after.status,
    silenced: after.silenced,
    isConfidential: values.confidential === true,
    isNew: Object.keys(before).length === 0,
    isWords: id === 'blocked_words',
    isRemoved: values.decision === 'removed',
    isBanned: values.banned === true,
    count: (fact: string) => Number(values[fact] ?? 0),
    addresses: Array.isArray(uris) ? uris.length : 0,
  }
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const SHOWN_LENGTH = 100

function shortened(text: string): string {
  const characters = [...text]
  return characters.length > SHOWN_LENGTH ? `${characters.slice(0, SHOWN_LENGTH).join('')}…` : text
}

/** "Set the site name to “Volt”", "Removed the footer link “Docs”", "Changed the logo". */
function changeInEnglish(part: string, { had, has, from, to }: Facts): string {
  if (had && has) return `Changed the ${part}${from && ` from “${from}” to “${to}”`}`
  if (had) return `Removed the ${part}${from && ` “${from}”`}`
  return `Set the ${part}${to && ` to “${to}”`}`
}

function changeInChinese(part: string, { had, has, from, to }: Facts): string {
  if (had && has) return from ? `把${part}从“${from}”改为“${to}”` : `更换了${part}`
  if (had) return `移除了${part}${from && `“${from}”`}`
  return to ? `把${part}设为“${to}”` : `设置了${part}`
}

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : String(amount)
}

const words = bilingual({
  unknown: [
    '执行了一项此版本无法识别的操作',
    'Did something that this version of the site cannot describe',
  ],
  page: [(title: string) => `页面“${title}”`, (title: string) => `page “${title}”`],
  parts: {
    name: ['站点名称', 'site name'],
    tagline_zh: ['一句话介绍（中文）', 'tagline (Chinese)'],
    tagline_en: ['一句话介绍（英文）', 'tagline (English)'],
    accent: ['主题色', 'accent colour'],
    css_hash: ['自定义样式', 'style sheet'],
    accent2: ['第二颜色', 'second colour'],
    default_theme: ['默认主题', 'default theme'],
    font: ['正文字体', 'font'],
    heading_font: ['标题字体', 'heading font'],
    radius: ['圆角', 'corner radius'],
    density: ['疏密', 'density'],
    logo_key: ['标志', 'logo'],
    logo_wide_key: ['横版标志', 'wide logo'],
    logo_dark_key: ['深色标志', 'dark logo'],
    logo_large_key: ['大尺寸标志', 'large logo'],
    link: ['页脚链接', 'footer link'],
    languages: ['站点语言', 'languages'],
    default_language: ['默认语言', 'default language'],
    description_zh: ['站点介绍（中文）', 'description (Chinese)'],
    description_en: ['站点介绍（英文）', 'description (English)'],
    navigation: ['导航', 'navigation'],
    footer_zh: ['页脚文字（中文）', 'footer text (Chinese)'],
    footer_en: ['页脚文字（英文）', 'footer text (English)'],
    home: ['首页内容', 'blocks of the home page'],
    'page.home': ['首页文字', 'text of the home page'],
  },
})

type Words = string | ((facts: Facts) => string)

/**
 * Sentences with the facts of an entry: a template of texts and names, or a function. The name of
 * another action is its sentence.
 */
const sentences: Partial<Record<AuditAction, readonly [zh: Words, en: Words]>> = {
  'posts.unapprove': [
    ({ count }) => `撤销了对 ${count('posts')} 篇文章的通过，文章回到审核队列`,
    ({ count }) =>
      `Took back the approval of ${counted(count('posts'), 'post')} before publication`,
  ],
  'post.delete': ['删除了文章《{title}》', 'Deleted the post “{title}”'],
  'series.clear': [
    '移除了系列“{title}”的标题和简介',
    'Removed the title and description of the series “{title}”',
  ],
  'image.remove': ['移除了图片 {path}', 'Removed the image {path}'],
  'user.status': [
    ({ status }) =>
      status === 'banned'
        ? '封禁了一名成员'
        : status === 'active'
          ? '解除了封禁'
          : '更改了一名成员的状态',
    ({ status }) =>
      status === 'banned'
        ? 'Banned a person'
        : status === 'active'
          ? 'Unbanned a person'
          : 'Changed the status of a person',
  ],
  'user.silence': [
    ({ silenced }) => (silenced === false ? '解除了禁言' : '禁言了一名成员'),
    ({ silenced }) => (silenced === false ? 'Lifted a silence' : 'Silenced a person'),
  ],
  'user.role': [
    ({ role }) => (role ? `把一名成员的身份改为${role}` : '更改了一名成员的身份'),
    ({ role }) =>
      role ? `Changed the role of a person to ${role}` : 'Changed the role of a person',
  ],
  'report.close': [
    ({ count, isRemoved, isBanned }) => {
      const what = isRemoved ? '移除内容' : '保留内容'
      return `处理了 ${count('reports_count')} 条举报：${isBanned ? '删除内容并封禁作者' : what}`
    },
    ({ count, isRemoved, isBanned }) => {
      const closed = `Closed ${counted(count('reports_count'), 'report')}`
      if (isBanned) return `${closed}, deleted the content and banned its author`
      return `${closed} and ${isRemoved ? 'removed' : 'kept'} the content`
    },
  ],
  'energy.adjust': [
    ({ count }) => `调整了一名成员的能量：${signed(count('amount'))}`,
    ({ count }) => `Adjusted the energy of a person by ${signed(count('amount'))}`,
  ],
  'setting.change': [
    ({ setting, isOn }) => `${isOn ? '打开' : '关闭'}了设置“${setting}”`,
    ({ setting, isOn }) => `Turned ${isOn ? 'on' : 'off'} the setting “${setting}”`,
  ],
  'identity.change': [
    (facts) => changeInChinese(facts.setting, facts),
    (facts) => changeInEnglish(facts.setting, facts),
  ],
  'provider.change': [
    ({ isNew, name }) => `${isNew ? '添加' : '修改'}了登录服务“${name}”`,
    ({ isNew, name }) => `${isNew ? 'Added' : 'Changed'} the login provider “${name}”`,
  ],
  'provider.remove': ['移除了登录服务“{name}”', 'Removed the login provider “{name}”'],
  'app.create': [
    ({ name, isConfidential, addresses }) =>
      `登记了应用“${name}”（${isConfidential ? '机密' : '公开'}，${addresses} 个回调地址）`,
    ({ name, isConfidential, addresses }) =>
      `Registered the application “${name}” (${isConfidential ? 'confidential' : 'public'}, ${counted(addresses, 'redirect address', 'redirect addresses')})`,
  ],
  'app.change': [
    ({ name, addresses }) => `修改了应用“${name}”（${addresses} 个回调地址）`,
    ({ name, addresses }) =>
      `Changed the application “${name}” (${counted(addresses, 'redirect address', 'redirect addresses')})`,
  ],
  'app.secret': ['更换了应用“{name}”的密钥', 'Replaced the secret of the application “{name}”'],
  'app.remove': ['移除了应用“{name}”', 'Removed the application “{name}”'],
  'webhook.create': ['添加了 Webhook {name}', 'Added the webhook {name}'],
  'webhook.change': ['修改了 Webhook {name}', 'Changed the webhook {name}'],
  'webhook.rotate': ['更换了 Webhook {name} 的密钥', 'Replaced the secret of the webhook {name}'],
  'webhook.remove': ['移除了 Webhook {name}', 'Removed the webhook {name}'],
  'invitations.create': [
    ({ count }) =>
      count('codes') > 0
        ? `创建了 ${count('codes')} 个邀请码`
        : `创建了可供 ${count('amount')} 人使用的邀请码`,
    ({ count }) =>
      count('codes') > 0
        ? `Created ${counted(count('codes'), 'invitation code')}`
        : `Created invitation codes for ${counted(count('amount'), 'person', 'people')}`,
  ],
  'tag.describe': [
    (facts) => changeInChinese(`标签“${facts.tag}”的简介`, facts),
    (facts) => changeInEnglish(`description of the tag “${facts.tag}”`, facts),
  ],
  'redirect.set': ['设置了重定向 {path}', 'Set the redirect {path}'],
  'redirect.remove': ['删除了重定向 {path}', 'Deleted the redirect {path}'],
  'redirect.upload': [
    ({ count }) =>
      `上传了重定向：新增 ${count('added')} 个，更新 ${count('changed')} 个，未变 ${count('unchanged')} 个，未导入 ${count('refused')} 个`,
    ({ count }) =>
      `Uploaded redirects: ${count('added')} added, ${count('changed')} changed, ${count('unchanged')} unchanged, ${count('refused')} not imported`,
  ],
  'blocklist.change': [
    ({ isWords, count }) =>
      `修改了${isWords ? '敏感词' : '屏蔽的网站'}列表：新增 ${count('added')} 条，移除 ${count('removed')} 条`,
    ({ isWords, count }) =>
      `Changed the list of blocked ${isWords ? 'words' : 'sites'}: ${count('added')} added, ${count('removed')} removed`,
  ],
  'letters.import': [
    ({ count }) => `导入了 ${count('count')} 个邮件订阅者`,
    ({ count }) => `Imported ${count('count')} subscribers of letters`,
  ],
}
