import { bilingual } from '#kernel/i18n.ts'

export const referenceTexts = bilingual({
  'zh-CN': {
    title: 'API 文档',
    lead: '本站的 JSON API。浏览器使用 Cookie，程序使用 Authorization: Bearer。每个写操作都需要 X-CSRF-Token（使用 Bearer 时除外）。',
    tokens:
      '程序最好使用个人访问令牌：在设置里新建，作为 Bearer 发送。只读令牌只能发送 GET；任何令牌都不能访问 /api/settings、/api/auth 和 /api/admin。修改密码会结束所有令牌。',
    makeToken: '新建访问令牌',
    document: '下载 OpenAPI 3.1 文档',
    contents: '接口目录',
    schemas: '数据结构',
    parameters: '参数',
    body: '请求内容',
    answers: '响应',
    optional: '选填',
    anyone: '公开',
    access: { signedIn: '需要登录', member: '需要登录', admin: '管理员', owner: '站长' },
    characters: (min: number, max: number) => (min > 0 ? `${min}–${max} 个字符` : `最多 ${max} 个字符`),
    items: (min: number, max: number) => (min > 0 ? `${min}–${max} 项` : `最多 ${max} 项`),
    byDefault: (value: string) => `默认 ${value}`,
    noBody: '没有内容',
  },
  en: {
    title: 'API reference',
    lead: 'The JSON API of this site. Browsers use cookies, programs use Authorization: Bearer. Every write needs X-CSRF-Token, except with Bearer.',
    tokens:
      'Programs best use a personal access token: make one in your settings and send it as Bearer. A read token sends nothing but GET; no token reaches /api/settings, /api/auth or /api/admin. A new password ends them all.',
    makeToken: 'Make an access token',
    document: 'Download the OpenAPI 3.1 document',
    contents: 'Endpoints',
    schemas: 'Schemas',
    parameters: 'Parameters',
    body: 'Request body',
    answers: 'Responses',
    optional: 'optional',
    anyone: 'public',
    access: { signedIn: 'login', member: 'login', admin: 'admin', owner: 'owner' },
    characters: (min: number, max: number) => (min > 0 ? `${min}–${max} characters` : `up to ${max} characters`),
    items: (min: number, max: number) => (min > 0 ? `${min}–${max} items` : `up to ${max} items`),
    byDefault: (value: string) => `${value} by default`,
    noBody: 'no body',
  },
})

export type ReferenceText = (typeof referenceTexts)['en']
