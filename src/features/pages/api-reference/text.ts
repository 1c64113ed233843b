import { ERROR_STATUS } from '#kernel/errors.ts'
import { bilingual } from '#kernel/i18n.ts'

export const referenceTexts = bilingual({
  title: ['API 文档', 'API reference'],
  lead: [
    '本站的 JSON API。浏览器使用 Cookie，程序使用 Authorization: Bearer。写操作需要 X-CSRF-Token（使用 Bearer 时除外）。',
    'The JSON API of this site. Browsers authenticate with cookies, programs with Authorization: Bearer. Write requests need X-CSRF-Token, except with Bearer.',
  ],
  tokens: [
    '建议程序使用个人访问令牌：在设置中新建，通过 Authorization: Bearer 发送。只读令牌只能发送 GET 请求；任何令牌都不能访问 /api/settings、/api/auth 和 /api/admin。修改密码会撤销所有令牌。',
    'We recommend personal access tokens for programs: create one in your settings and send it as Authorization: Bearer. Read-only tokens can send only GET requests. No token can access /api/settings, /api/auth or /api/admin. Changing your password revokes all tokens.',
  ],
  language: [
    '错误信息等文字的语言由 Accept-Language 决定（zh 或 en），不发送时为中文。',
    'Accept-Language chooses the language of messages, zh or en. Without it, messages are in Chinese.',
  ],
  makeToken: ['新建访问令牌', 'Create an access token'],
  document: ['下载 OpenAPI 3.1 文档', 'Download the OpenAPI 3.1 document'],
  contents: ['接口', 'Endpoints'],
  search: ['搜索接口', 'Search endpoints'],
  groups: {
    posts: ['文章', 'Posts'],
    comments: ['评论', 'Comments'],
    search: ['搜索', 'Search'],
    tags: ['标签', 'Tags'],
    users: ['用户', 'Users'],
    folders: ['收藏夹', 'Folders'],
    studio: ['创作中心', 'Studio'],
    messages: ['通知', 'Notifications'],
    settings: ['设置', 'Settings'],
    auth: ['登录与账号', 'Login and accounts'],
    admin: ['管理', 'Administration'],
    'claim-owner': ['认领站点', 'Claim the site'],
    energy: ['能量', 'Energy'],
    energize: ['充能', 'Energize'],
    level: ['等级', 'Levels'],
    letters: ['邮件订阅', 'Letters'],
    push: ['推送', 'Push'],
    invitations: ['邀请', 'Invitations'],
    reports: ['举报', 'Reports'],
    space: ['个人空间', 'Space'],
    live: ['实时更新', 'Live updates'],
    docs: ['文档', 'Documents'],
  },
  nothingFound: ['没有找到接口。', 'No endpoint found.'],
  errors: ['错误代码', 'Errors'],
  errorsLead: [
    '出错时响应为 {"error": {"code", "message"}}。code 不会改变，message 给人看。每个接口都可能返回 rate_limited、internal 和 unavailable。',
    'A refusal is {"error": {"code", "message"}}. The code is stable, the message is for people. Every operation can refuse with rate_limited, internal and unavailable.',
  ],
  errorHead: { code: ['代码', 'Code'], status: ['状态码', 'Status'], meaning: ['含义', 'Meaning'] },
  limits: ['频率限制', 'Rate limits'],
  limitsLead: [
    `超出后返回 ${ERROR_STATUS.rate_limited} rate_limited，Retry-After 为需要等待的秒数。`,
    `Above a limit the response is ${ERROR_STATUS.rate_limited} rate_limited, with the seconds to wait in Retry-After.`,
  ],
  limitHead: { rule: ['规则', 'Rule'], calls: ['次数', 'Calls'], above: ['超出后', 'Above it'] },
  every: [
    (most: number, seconds: number) => `${seconds} 秒内 ${most} 次`,
    (most: number, seconds: number) => `${most} in ${seconds} s`,
  ],
  blocked: [
    (seconds: number) => `暂停 ${seconds} 秒`,
    (seconds: number) => `refused for ${seconds} s`,
  ],
  call: ['调用示例', 'How to call it'],
  example: ['示例', 'Example'],
  tryIt: ['试一试', 'Try it'],
  tryLead: [
    '请求会真的发送到本站，写操作会改变你的数据。',
    'This sends a real request to this site. Writes change your data.',
  ],
  request: ['请求', 'Request'],
  token: ['访问令牌', 'Access token'],
  tokenHint: ['只留在本页，不会保存。', 'Stays on this page and is never stored.'],
  send: ['发送', 'Send'],
  close: ['关闭', 'Close'],
  noResponse: ['没有收到响应。', 'No response.'],
  schemas: ['数据结构', 'Schemas'],
  parameters: ['参数', 'Parameters'],
  body: ['请求体', 'Request body'],
  responses: ['响应', 'Responses'],
  optional: ['选填', 'optional'],
  anyone: ['公开', 'public'],
  access: {
    signedIn: ['需要登录', 'login required'],
    member: ['需要登录', 'login required'],
    admin: ['管理员', 'admin'],
    owner: ['站长', 'owner'],
  },
  characters: [
    (min: number, max: number) => (min > 0 ? `${min}–${max} 个字符` : `最多 ${max} 个字符`),
    (min: number, max: number) =>
      min > 0 ? `${min}–${max} characters` : `up to ${max} characters`,
  ],
  items: [
    (min: number, max: number) => (min > 0 ? `${min}–${max} 项` : `最多 ${max} 项`),
    (min: number, max: number) => (min > 0 ? `${min}–${max} items` : `up to ${max} items`),
  ],
  byDefault: [(value: string) => `默认 ${value}`, (value: string) => `default: ${value}`],
})

export type ReferenceText = (typeof referenceTexts)['en']
