import * as z from 'zod'
import type { FieldProblem } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

interface TextRule {
  min?: number
  max: number
  /** False for passwords, which are not trimmed. */
  trim?: boolean
}

/**
 * A text field. Lengths are counted in characters (code points). A trimmed text without a visible
 * character becomes empty.
 */
export function text({ min = 0, max, trim = true }: TextRule): z.ZodString {
  return checked(trim ? z.string().trim().overwrite(emptyIfInvisible) : z.string(), min, max)
}

/**
 * A field with one line that users choose: a name, a title, a tag. Bidi controls are removed,
 * because they could reverse the text around the line.
 */
export function line({ min = 0, max }: Omit<TextRule, 'trim'>): z.ZodString {
  const asLine = (value: string) =>
    value.replace(/\p{Bidi_Control}/gu, '').replace(/[\r\n\u2028\u2029]+/g, ' ')
  return checked(z.string().overwrite(asLine).trim().overwrite(emptyIfInvisible), min, max)
}

export function isVisible(value: string): boolean {
  return /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(value)
}

function emptyIfInvisible(value: string): string {
  return isVisible(value) ? value : ''
}

function checked(string: z.ZodString, min: number, max: number) {
  return string
    .superRefine((value, context) => {
      const length = [...value].length
      if (value.includes('\0') || !value.isWellFormed()) context.addIssue(problem('unreadable'))
      else if (length === 0 && min > 0) context.addIssue(problem('required'))
      else if (length < min) context.addIssue(problem('too_short', min))
      else if (length > max) context.addIssue(problem('too_long', max))
    })
    .meta({ minLength: min, maxLength: max })
}

/**
 * An issue with one of the site's own problem names. `problemIn` turns it into a message in the
 * language of the response; MCP clients get the message in English.
 */
export function problem(name: ProblemName, limit?: number): FieldIssue {
  return {
    code: 'custom',
    message: inWords(name, 'en', limit),
    params: { problem: name, limit },
  } as const
}

/** A type, not an interface: zod's `addIssue` requires an index signature. */
type FieldIssue = {
  readonly code: 'custom'
  readonly message: string
  readonly params: { readonly problem: ProblemName; readonly limit: number | undefined }
}

function inWords(name: ProblemName, language: Language, limit = 0): string {
  const phrase = problems[language][name]
  return typeof phrase === 'function' ? phrase(limit) : phrase
}

/** The message for an invalid field. */
export function problemIn(issue: z.core.$ZodIssue, language: Language): string {
  const say = problems[language]
  switch (issue.code) {
    case 'custom': {
      const { problem: name, limit } = (issue.params ?? {}) as {
        problem?: ProblemName
        limit?: number
      }
      return inWords(name ?? 'invalid', language, limit)
    }
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? say.required : say.wrong_type
    case 'too_small':
      return say[TOO_SMALL[issue.origin] ?? 'at_least'](Number(issue.minimum))
    case 'too_big':
      return say[TOO_BIG[issue.origin] ?? 'at_most'](Number(issue.maximum))
    default:
      return say.invalid
  }
}

const TOO_SMALL: { [Origin in string]?: 'too_few' | 'too_short' } = {
  array: 'too_few',
  string: 'too_short',
}
const TOO_BIG: { [Origin in string]?: 'too_many' | 'too_long' } = {
  array: 'too_many',
  string: 'too_long',
}

type Problems = (typeof problems)['en']
type ProblemName = keyof Problems

const problems = bilingual({
  required: ['请填写这一项。', 'Please fill this in.'],
  wrong_type: ['类型不正确。', 'This value has the wrong type.'],
  invalid: ['内容不正确。', 'This value is not valid.'],
  unreadable: ['含有不支持的字符。', 'This contains characters that are not allowed.'],
  too_short: [
    (min: number) => `至少需要 ${min} 个字符。`,
    (min: number) => `Use at least ${min} characters.`,
  ],
  too_long: [
    (max: number) => `最多 ${max} 个字符。`,
    (max: number) => `Use at most ${max} characters.`,
  ],
  at_least: [(min: number) => `不能小于 ${min}。`, (min: number) => `Must be at least ${min}.`],
  at_most: [(max: number) => `不能大于 ${max}。`, (max: number) => `Must be at most ${max}.`],
  too_few: [(min: number) => `至少需要 ${min} 项。`, (min: number) => `Add at least ${min}.`],
  too_many: [(max: number) => `最多 ${max} 项。`, (max: number) => `Use at most ${max}.`],
  too_many_images: [
    (max: number) => `最多 ${max} 张图片。`,
    (max: number) => `Use at most ${max} images.`,
  ],
  too_many_html_tags: [
    (max: number) => `最多 ${max} 个 HTML 标签。`,
    (max: number) => `Use at most ${max} HTML tags.`,
  ],
  too_many_formulas: [
    (max: number) => `最多 ${max} 个公式。`,
    (max: number) => `Use at most ${max} formulas.`,
  ],
  too_much_tex: [
    (max: number) => `所有公式合计最多 ${max} 个字符。`,
    (max: number) => `Use at most ${max} characters in all formulas together.`,
  ],
  too_complex: [
    '内容过于复杂，处理时间过长，请简化。',
    'This takes too long to process. Please simplify it.',
  ],
  past: ['请选择将来的时间。', 'Please choose a time in the future.'],
  too_far_ahead: [
    (days: number) => `只能选择 ${days} 天以内的时间。`,
    (days: number) => `Please choose a time within the next ${days} days.`,
  ],
  not_an_email: ['请填写有效的邮箱地址。', 'Please enter a valid e-mail address.'],
  not_a_fediverse_address: [
    '请输入 Mastodon 等网站上的完整地址，例如 @ada@mastodon.social。',
    'Enter your full address on Mastodon or a similar site, for example @ada@mastodon.social.',
  ],
  not_a_time_zone: [
    '请填写 IANA 时区名称，例如 Asia/Shanghai。',
    'Please enter an IANA time zone, such as Asia/Shanghai.',
  ],
  wrong_password: ['密码不正确。', 'Wrong password.'],
  guessable: [
    '这个密码太容易被猜到，请换一个。',
    'This password is too easy to guess. Please choose another one.',
  ],
  wrong_code: ['验证码不正确，或已经用过。', 'The code is wrong or was already used.'],
  repeated: ['有重复的项。', 'The list contains duplicates.'],
  not_own: ['只能选择你自己的内容。', 'Choose only your own content.'],
  zero: ['不能是 0。', 'This must not be 0.'],
  too_many_folders: [
    (max: number) => `最多可以有 ${max} 个收藏夹。`,
    (max: number) => `You can have at most ${max} folders.`,
  ],
  too_many_tokens: [
    (max: number) => `最多可以有 ${max} 个令牌，请先撤销一个。`,
    (max: number) => `You can have at most ${max} tokens. Revoke one first.`,
  ],
  too_many_passkeys: [
    (max: number) => `最多可以有 ${max} 个通行密钥，请先移除一个。`,
    (max: number) => `You can have at most ${max} passkeys. Remove one first.`,
  ],
  too_many_providers: [
    (max: number) => `最多可以有 ${max} 个登录服务，请先移除一个。`,
    (max: number) => `You can have at most ${max} providers. Remove one first.`,
  ],
  too_many_apps: [
    (max: number) => `最多可以有 ${max} 个应用，请先移除一个。`,
    (max: number) => `You can have at most ${max} applications. Remove one first.`,
  ],
  too_many_webhooks: [
    (max: number) => `最多可以有 ${max} 个 Webhook，请先移除一个。`,
    (max: number) => `There can be at most ${max} webhooks. Remove one first.`,
  ],
  too_many_notes: [
    (max: number) => `最多可以有 ${max} 条备注，请先删除一条。`,
    (max: number) => `There can be at most ${max} notes. Delete one first.`,
  ],
  too_many_replies: [
    (max: number) => `每类最多可以有 ${max} 条常用回复，请先删除一条。`,
    (max: number) => `There can be at most ${max} saved replies of a kind. Delete one first.`,
  ],
  not_a_redirect_uri: [
    '每个地址都要以 https:// 开头（本机可用 http://localhost），不含 * 和 #。',
    'Each address must start with https:// (or http://localhost), without * and #.',
  ],
  provider_not_found: [
    '无法连接这个地址，或者它没有提供有效的 OpenID Connect 配置。',
    'No valid OpenID Connect configuration was found at this address.',
  ],
  not_an_https_address: [
    '请填写以 https:// 开头的地址，不含参数。',
    'Please enter a URL that starts with https://, without a query.',
  ],
  passkey_not_fitting: [
    '这个通行密钥无法使用：请求已过期，或者它已经添加过。请重试。',
    'This passkey cannot be used. The request has expired, or the passkey was already added. Please try again.',
  ],
  no_public_post: [
    '没有找到这篇公开文章，请填写文章的链接或编号。',
    'No public post found. Please enter the URL or id of a public post.',
  ],
  not_an_old_path: [
    (max: number) =>
      `请填写旧站的路径，例如 /archive/hello（不超过 ${max} 字节）。首页不能重定向，带参数（/?p=…）也不行。`,
    (max: number) =>
      `Please enter a path of the old site, such as /archive/hello (at most ${max} bytes). The home page cannot be redirected, not even with a query (/?p=…).`,
  ],
  own_path: [
    '这是本站自己的页面，不能重定向。',
    'This path is a page of this site, so it cannot be redirected.',
  ],
  not_a_navigation_link: [
    '请填写以 https:// 开头的网址，或以 / 开头的站内路径。',
    'Please enter a URL that starts with https://, or a path of this site that starts with /.',
  ],
  slug_characters: [
    '只能使用小写字母、数字和连字符。',
    'Use lower-case letters, digits and hyphens only.',
  ],
  page_exists: ['已经有一个页面使用这个地址。', 'Another page already has this address.'],
  repeated_path: [
    '前面有一行是同一路径，但文章不同。',
    'An earlier line has the same path with another post.',
  ],
  tag_exists: [
    '已经有这个标签。如需并入，请使用合并。',
    'This tag exists already. To move its posts, merge the tags.',
  ],
  no_tag: ['没有这个标签。', 'There is no such tag.'],
  tag_is_new: [
    (level: number) => `请使用已有的标签，Lv${level} 起可以新建标签。`,
    (level: number) => `Use existing tags. Authors can create new tags from level ${level}.`,
  ],
  tag_is_new_for_staff: [
    '请使用已有的标签，只有管理员可以新建标签。',
    'Use existing tags. Only admins can create new tags.',
  ],
  no_post: ['没有这篇文章，或者它已被删除。', 'There is no such post, or it was deleted.'],
  not_utf8: ['请使用 UTF-8 编码的文件。', 'Please use a file in UTF-8.'],
  not_a_colour: ['请填写 #rrggbb 格式的颜色。', 'Please enter a colour as #rrggbb.'],
  not_a_secure_url: [
    '请填写以 https:// 开头的有效网址。',
    'Please enter a valid URL that starts with https://.',
  ],
  import_key_taken: [
    '你的另一篇文章已经使用了这个导入键。',
    'Another post of yours already has this import key.',
  ],
  not_offered: ['请选择本站提供的语言', 'Choose one of the languages that the site offers'],
  not_a_link: [
    '请填写以 https:// 或 mailto: 开头的链接，或以 / 开头的站内路径。',
    'Please enter a URL that starts with https:// or mailto:, or a path of this site that starts with /.',
  ],
  username_characters: [
    '用户名只能使用文字、数字、下划线和连字符。',
    'Use letters, digits, underscores and hyphens only.',
  ],
  username_mixed: [
    '用户名不能混用拉丁、西里尔、希腊等字母。',
    'Do not mix letters of different alphabets, such as Latin, Cyrillic and Greek.',
  ],
  username_reserved: [
    '这个用户名已被保留，请换一个。',
    'This username is reserved. Please choose another one.',
  ],
  invitation_not_valid: [
    '邀请码有误、已过期或已用完。不用邀请码也可以注册。',
    'This code is wrong, expired or used up. You can also sign up without one.',
  ],
})

/** A problem found by the domain, for `AppError('validation_failed', { fields })`. */
export function fieldProblem(name: Exclude<ProblemName, LimitedProblem>): FieldProblem {
  return (language: Language): string => problems[language][name]
}

/** A problem whose message contains a limit, for `AppError('validation_failed', { fields })`. */
export function fieldProblemWith(name: LimitedProblem, limit: number): FieldProblem {
  return (language: Language): string => problems[language][name](limit)
}

export function formulaTooLong(start: string): FieldProblem {
  return (language: Language): string =>
    language === 'en' ? `This formula is too long: ${start}…` : `这个公式太长：${start}…`
}

/** Problems whose message contains a limit. */
type LimitedProblem = {
  [Name in ProblemName]: Problems[Name] extends string ? never : Name
}[ProblemName]
