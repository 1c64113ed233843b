import type { Language } from '#kernel/i18n.ts'
import { EDIT_MINUTES } from '#kernel/post-limits.ts'
import { FILE_BYTES_MAX, JSON_BODY_MAX, megabytes } from '#kernel/sizes.ts'

/**
 * Every error code with its HTTP status and its messages. The codes are part of the API contract.
 */
const ERRORS = {
  bad_request: [400, '请求格式不正确。', 'The request is malformed.'],
  unauthenticated: [401, '请先登录。', 'Please log in first.'],
  invalid_credentials: [401, '邮箱或密码不正确。', 'Wrong e-mail or password.'],
  session_expired: [
    401,
    '登录已过期，请重新登录。',
    'Your session has expired. Please log in again.',
  ],
  csrf_failed: [
    403,
    '页面已过期，请刷新后重试。',
    'This page has expired. Please reload it and try again.',
  ],
  banned: [
    403,
    '你的账号已被封禁，只能阅读，不能发布或修改内容。',
    'Your account is banned. You can read, but you cannot publish or change anything.',
  ],
  silenced: [
    403,
    '你已被禁言，可以阅读、点赞和收藏，但不能发布内容。',
    'Your account is silenced. You can read and react, but you cannot publish anything.',
  ],
  forbidden: [403, '你没有权限进行此操作。', 'You are not allowed to do this.'],
  level_too_low: [
    403,
    '你的等级还不够，暂时不能进行此操作。',
    'Your level is not high enough for this yet.',
  ],
  list_private: [403, '对方没有公开这个列表。', 'This list is private.'],
  email_unverified: [
    403,
    '请先确认邮箱：打开确认链接，或在账号设置中重新获取。',
    'Please confirm your e-mail first. Open the confirmation link, or request a new one in your account settings.',
  ],
  confirmation_required: [403, '请先确认是你本人操作。', 'Please confirm that it is you.'],
  invitation_required: [
    403,
    '需要有效的邀请码。邀请码可能有误、已过期或已用完。',
    'You need a valid invitation. The code may be wrong, expired or used up.',
  ],
  challenge_failed: [
    403,
    '浏览器验证未通过或已过期，请重试。',
    'The check of your browser failed or expired. Please try again.',
  ],
  not_found: [404, '没有找到相关内容。', 'Not found.'],
  email_taken: [409, '该邮箱已被注册。', 'This e-mail is already registered.'],
  login_to_verify: [
    409,
    '请先登录这个账号，再确认邮箱。你也可以设置新密码，或说明这不是你的账号。',
    'Log in to this account to confirm its address. You can also choose a new password, or say that the account is not yours.',
  ],
  username_taken: [409, '该用户名已被使用。', 'This username is already taken.'],
  quota_exceeded: [409, '已达到你的上限。', 'You have reached a limit of your account.'],
  post_not_editable: [
    409,
    '审核中或已锁定的文章不能修改。',
    'Posts that are under review or locked cannot be edited.',
  ],
  post_not_submittable: [
    409,
    '只有草稿或被退回的文章可以提交。',
    'Only drafts and rejected posts can be submitted.',
  ],
  comment_not_editable: [
    409,
    `评论只能在发表后的 ${EDIT_MINUTES} 分钟内修改。`,
    `Comments can be edited for ${EDIT_MINUTES} minutes after they are posted.`,
  ],
  invalid_transition: [
    409,
    '当前状态下不能进行此操作。',
    'This is not possible in the current state.',
  ],
  version_conflict: [
    409,
    '内容已被他人修改，请刷新后重试。你的改动不会丢失。',
    'Someone changed this in the meantime. Reload and try again; your changes are not lost.',
  ],
  edit_conflict: [
    409,
    '这个系列刚刚在别处改过，请刷新后重试。',
    'This series was changed elsewhere in the meantime. Reload and try again.',
  ],
  in_other_series: [
    409,
    '文章已在另一个系列中。请先把它移出那个系列。',
    'This post is in another series. Remove it from that series first.',
  ],
  already_checked_in: [409, '今天已经签到过了。', 'You have already checked in today.'],
  energy_negative: [
    409,
    '你的能量为负数，暂时不能进行此操作。',
    'You cannot do this while your energy is negative.',
  ],
  energize_cap: [
    409,
    '你给这篇文章的充能已达到上限。',
    'You have given this post the maximum amount of energy.',
  ],
  own_post: [409, '不能对自己的内容进行此操作。', 'You cannot do this to your own content.'],
  self_follow: [409, '不能关注自己。', 'You cannot follow yourself.'],
  review_pending: [
    409,
    '上一次修改还在审核中，请等待审核结果。',
    'Your last change is still under review. Please wait for the decision.',
  ],
  default_folder: [409, '默认收藏夹不能删除。', 'The default folder cannot be deleted.'],
  idempotency_conflict: [
    409,
    '同一个幂等键不能用于不同的请求。',
    'This idempotency key was already used for another request.',
  ],
  account_pending_deletion: [
    409,
    '该账号正在注销中，你可以恢复账号。',
    'This account is scheduled for deletion. You can restore it.',
  ],
  last_sign_in: [
    409,
    '这是你唯一的登录方式。请先设置密码或添加其他登录方式。',
    'This is your only way to log in. Set a password or add another login method first.',
  ],
  file_too_large: [
    413,
    `文件过大，最大支持 ${megabytes(FILE_BYTES_MAX)}。`,
    `The file is too large. The maximum is ${megabytes(FILE_BYTES_MAX)}.`,
  ],
  body_too_large: [
    413,
    `请求内容过大，最大支持 ${megabytes(JSON_BODY_MAX)}。`,
    `The request is too large. The maximum is ${megabytes(JSON_BODY_MAX)}.`,
  ],
  unsupported_type: [415, '不支持这种文件类型。', 'This type of file is not supported.'],
  validation_failed: [
    422,
    '提交的内容有误，请检查后重试。',
    'Some fields are not valid. Please check your input.',
  ],
  bad_target: [
    422,
    '本站不能向这个地址发送请求。',
    'The site cannot send requests to this address.',
  ],
  unknown_push_service: [
    422,
    '本站不支持这个浏览器的推送服务。站长可以添加它（JOULE_PUSH_HOSTS）。',
    'This site does not support the push service of this browser. The owner can add it (JOULE_PUSH_HOSTS).',
  ],
  image_invalid: [422, '图片已损坏，无法读取。', 'The image is damaged and cannot be opened.'],
  image_too_many_pixels: [
    422,
    '图片尺寸过大，请缩小后再上传。',
    'The image has too many pixels. Make it smaller and upload it again.',
  ],
  too_complex: [
    422,
    '内容过于复杂，处理时间过长，请简化后重试。',
    'This takes too long to process. Please simplify it and try again.',
  ],
  rate_limited: [429, '操作过于频繁，请稍后再试。', 'Too many attempts. Please try again later.'],
  internal: [
    500,
    '服务器出错了，请稍后再试。',
    'Something went wrong on our side. Please try again later.',
  ],
  unavailable: [
    503,
    '部分服务暂时不可用，请稍后再试。',
    'Part of the site is unavailable right now. Please try again in a moment.',
  ],
  search_unavailable: [
    503,
    '搜索暂时不可用，请稍后再试。其他功能不受影响。',
    'Search is unavailable right now. Please try again later. Everything else works.',
  ],
  letters_off: [503, '本站没有开通邮件订阅。', 'This site does not send letters.'],
} as const satisfies Record<string, readonly [status: number, zh: string, en: string]>

export type ErrorCode = keyof typeof ERRORS

const statuses = Object.entries(ERRORS).map(([code, [status]]) => [code, status])

/** Every error code with its HTTP status. */
export const ERROR_STATUS = Object.fromEntries(statuses) as {
  [Code in ErrorCode]: (typeof ERRORS)[Code][0]
}

/**
 * Whether an error is a bug or an outage, as opposed to a refusal. The response contains the id of
 * the request; the log has the cause under this id.
 */
export function isOurFault(code: ErrorCode): boolean {
  return ERROR_STATUS[code] >= 500 && code !== 'letters_off'
}

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, value)
}

interface RefusalDetails {
  /** Only for `validation_failed`: the message for each field, in the language of the request. */
  fields?: Record<string, string | FieldProblem>
  /** A wrong password or code. The route counts it as a guess (`limitedGuesses`). */
  isGuess?: true
  /**
   * Only for `rate_limited`: the request was refused because of its cost, not by a limit of a
   * route.
   */
  overload?: 'budget' | 'queue'
  /** Only for `rate_limited` and outages: the value of the `Retry-After` header. */
  retryAfterSeconds?: number
  /** The message of the response, if it contains values. The default is the message of the code. */
  message?: (language: Language) => string
  /** Further members of the `error` object that the API defines for this code. */
  extra?: Record<string, unknown>
}

/** A problem with a field. The message is built when the language of the response is known. */
export type FieldProblem = (language: Language) => string

/** Thrown to refuse a request. Any other error is an outage (503) or a bug (500). */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(code, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/**
 * The reasons for which requests are refused because of their cost, for the figures of the owner.
 */
export const COST_REFUSALS = ['budget', 'queue', 'too_complex'] as const
export type CostRefusal = (typeof COST_REFUSALS)[number]

/** Null for any other error. */
export function costRefusalOf(error: unknown): CostRefusal | null {
  if (!(error instanceof AppError)) return null
  return error.code === 'too_complex' ? error.code : (error.details.overload ?? null)
}

export function errorMessage(code: ErrorCode, language: Language): string {
  const [, zh, en] = ERRORS[code]
  return language === 'en' ? en : zh
}

/**
 * Turns every error of a part of the platform into `unavailable`. For example, an image that cannot
 * be loaded now must not respond with 404.
 */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', {}, { cause })
  }
}
