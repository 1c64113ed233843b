import { identityTexts } from '#features/core/identity/identity.ts'
import type { AuditAction } from '#features/core/site/audit-log.ts'
import { adminTexts, settingNames } from '#features/operations/admin/frame/text.ts'
import type { AuditItem } from '#features/operations/admin/log/audit-log.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

/**
 * The action of an entry as a sentence. The row around it names the admin, the affected user and the post, so the sentence does
 * not.
 */
export function auditSentence(entry: AuditItem, language: Language): string {
  const all: Record<string, (facts: Facts) => string> = auditSentences[language]
  const { action } = entry
  // A later version of the site may have written the entry.
  const sentence = Object.hasOwn(all, action) ? all[action] : undefined
  return sentence ? sentence(factsOf(entry, language)) : words[language].unknown
}

export function asRecord(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** The facts of an entry, in words. Entries of older versions, and those of erased users, have fewer facts. */
type Facts = ReturnType<typeof factsOf>

function factsOf({ target_id: id, before: from, after: to }: AuditItem, language: Language) {
  const [before, after] = [asRecord(from), asRecord(to)]
  const values = { ...before, ...after }
  const uris = values.redirect_uris
  const key = id.replace(/^identity\./, '')
  const labels: Record<string, string> = { ...settingNames[language], ...words[language].parts }
  const pages: Record<string, string> = identityTexts[language].pages
  const roles: Record<string, string> = adminTexts[language].roles
  // The value of a logo is the key of a file.
  const shown = (value: unknown) => (typeof value === 'string' && !key.startsWith('logo') ? shortened(value) : '')
  const exists = ({ value, characters }: Record<string, unknown>) => Boolean(value ?? characters)
  return {
    // The texts before and after a change, shortened. Empty if there was none, or if it is not a text for readers.
    from: shown(before.value),
    to: shown(after.value),
    // Whether the changed part existed before, and exists now.
    had: exists(before),
    has: exists(after),
    /** Of an application or a login provider. */
    name: String(values.name ?? id),
    /** The changed site setting, or the changed part of the site's look. */
    setting: labels[key] ?? words[language].page(pages[key.split('.')[0] ?? ''] ?? key),
    isOn: after.value === true,
    role: roles[String(after.role)] ?? '',
    tag: id.replace(/^tag\./, ''),
    status: after.status,
    silenced: after.silenced,
    isConfidential: values.confidential === true,
    isNew: Object.keys(before).length === 0,
    isWords: id === 'blocked_words',
    isRemoved: values.decision === 'removed',
    /** The author of reported content was banned too. */
    isBanned: values.banned === true,
    text: (fact: string) => String(values[fact] ?? ''),
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
  unknown: ['执行了一项此版本不认识的操作', 'Did something that this version of the site does not know'],
  page: [(title: string) => `页面“${title}”`, (title: string) => `page “${title}”`],
  parts: {
    name: ['站点名称', 'site name'],
    tagline_zh: ['一句话介绍（中文）', 'tagline (Chinese)'],
    tagline_en: ['一句话介绍（英文）', 'tagline (English)'],
    accent: ['主题色', 'accent colour'],
    logo_key: ['标志', 'logo'],
    logo_large_key: ['大尺寸标志', 'large logo'],
    link: ['页脚链接', 'footer link'],
  },
})

type Sentence = readonly [zh: (facts: Facts) => string, en: (facts: Facts) => string]

/** One sentence for each kind of action. */
const all: Record<AuditAction, Sentence> = {
  'post.approve': [() => '通过了一篇文章', () => 'Approved a post'],
  'posts.unapprove': [
    ({ count }) => `撤销了对 ${count('posts')} 篇文章的通过，文章回到审核队列`,
    ({ count }) => `Took back the approval of ${counted(count('posts'), 'post')} before publication`,
  ],
  'post.reject': [() => '退回了一篇文章', () => 'Rejected a post'],
  'post.lock': [() => '锁定了一篇文章', () => 'Locked a post'],
  'post.unlock': [() => '解锁了一篇文章', () => 'Unlocked a post'],
  'post.seen': [() => '查看了文章的修改', () => 'Marked the edits of a post as seen'],
  'post.delete': [({ text }) => `删除了文章《${text('title')}》`, ({ text }) => `Deleted the post “${text('title')}”`],
  'post.pin': [() => '置顶了一篇文章', () => 'Pinned a post'],
  'post.unpin': [() => '取消了文章的置顶', () => 'Unpinned a post'],
  'comment.delete': [() => '删除了一条评论', () => 'Deleted a comment'],
  'series.clear': [
    ({ text }) => `移除了系列“${text('title')}”的标题和简介`,
    ({ text }) => `Removed the title and description of the series “${text('title')}”`,
  ],
  'image.remove': [({ text }) => `移除了图片 ${text('path')}`, ({ text }) => `Removed the image ${text('path')}`],
  'user.status': [
    ({ status }) =>
      status === 'banned' ? '封禁了一名成员' : status === 'active' ? '解除了封禁' : '更改了一名成员的状态',
    ({ status }) =>
      status === 'banned' ? 'Banned a person' : status === 'active' ? 'Unbanned a person' : 'Changed a status',
  ],
  'user.silence': [
    ({ silenced }) => (silenced === false ? '解除了禁言' : '禁言了一名成员'),
    ({ silenced }) => (silenced === false ? 'Lifted a silence' : 'Silenced a person'),
  ],
  'user.hide': [() => '隐藏了一名成员的全部文章和评论', () => 'Hid all posts and comments of a person'],
  'user.restore': [() => '恢复了一名成员的文章和评论', () => 'Restored the posts and comments of a person'],
  'user.ban_ended': [() => '封禁到期，自动解除', () => 'A ban ended by itself'],
  'user.silence_ended': [() => '禁言到期，自动解除', () => 'A silence ended by itself'],
  'user.role': [
    ({ role }) => (role ? `把一名成员的身份改为${role}` : '更改了一名成员的身份'),
    ({ role }) => (role ? `Changed the role of a person to ${role}` : 'Changed the role of a person'),
  ],
  'user.reset_link': [() => '生成了重设密码的链接', () => 'Created a link to reset a password'],
  'user.second_factor': [() => '移除了一名成员的两步验证', () => 'Turned off two-step verification of a person'],
  'report.close': [
    ({ count, isRemoved, isBanned }) =>
      `处理了 ${count('reports_count')} 条举报：${isBanned ? '删除内容并封禁作者' : isRemoved ? '移除内容' : '保留内容'}`,
    ({ count, isRemoved, isBanned }) =>
      `Closed ${counted(count('reports_count'), 'report')}${isBanned ? ', deleted the content and banned its author' : ` and ${isRemoved ? 'removed' : 'kept'} the content`}`,
  ],
  'note.write': [() => '写了一条关于成员的备注', () => 'Wrote a note about a person'],
  'note.delete': [() => '删除了一条关于成员的备注', () => 'Deleted a note about a person'],
  'reply.add': [() => '添加了一条常用回复', () => 'Added a saved reply'],
  'reply.delete': [() => '删除了一条常用回复', () => 'Deleted a saved reply'],
  'profile.approve': [() => '通过了一份资料修改', () => 'Approved a profile change'],
  'profile.reject': [() => '退回了一份资料修改', () => 'Rejected a profile change'],
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
  'provider.remove': [({ name }) => `移除了登录服务“${name}”`, ({ name }) => `Removed the login provider “${name}”`],
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
  'app.secret': [
    ({ name }) => `更换了应用“${name}”的密钥`,
    ({ name }) => `Replaced the secret of the application “${name}”`,
  ],
  'app.remove': [({ name }) => `移除了应用“${name}”`, ({ name }) => `Removed the application “${name}”`],
  'webhook.create': [({ name }) => `添加了 Webhook ${name}`, ({ name }) => `Added the webhook ${name}`],
  'webhook.change': [({ name }) => `修改了 Webhook ${name}`, ({ name }) => `Changed the webhook ${name}`],
  'webhook.rotate': [
    ({ name }) => `更换了 Webhook ${name} 的密钥`,
    ({ name }) => `Replaced the secret of the webhook ${name}`,
  ],
  'webhook.remove': [({ name }) => `移除了 Webhook ${name}`, ({ name }) => `Removed the webhook ${name}`],
  'invitations.create': [
    ({ count }) =>
      count('codes') > 0 ? `创建了 ${count('codes')} 个邀请码` : `创建了可供 ${count('amount')} 人使用的邀请码`,
    ({ count }) =>
      count('codes') > 0
        ? `Created ${counted(count('codes'), 'invitation code')}`
        : `Created invitation codes for ${counted(count('amount'), 'person', 'people')}`,
  ],
  'invitations.revoke': [() => '撤销了一批邀请码', () => 'Revoked a batch of invitation codes'],
  'tag.describe': [
    (facts) => changeInChinese(`标签“${facts.tag}”的简介`, facts),
    (facts) => changeInEnglish(`description of the tag “${facts.tag}”`, facts),
  ],
  'redirect.set': [({ text }) => `设置了重定向 ${text('path')}`, ({ text }) => `Set the redirect ${text('path')}`],
  'redirect.remove': [
    ({ text }) => `删除了重定向 ${text('path')}`,
    ({ text }) => `Deleted the redirect ${text('path')}`,
  ],
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
  'letters.author': [() => '开启或关闭了作者的邮件', () => 'Switched the letters of an author on or off'],
  'letters.import': [
    ({ count }) => `导入了 ${count('count')} 个邮件订阅者`,
    ({ count }) => `Imported ${count('count')} subscribers of letters`,
  ],
  'letters.export': [() => '导出了邮件订阅者', () => 'Exported subscribers of letters'],
  'letters.end': [() => '停止了一个地址的全部邮件', () => 'Ended all letters to an address'],
}

const auditSentences = bilingual(all)
