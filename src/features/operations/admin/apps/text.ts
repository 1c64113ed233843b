import { bilingual } from '#kernel/i18n.ts'

export const adminAppsTexts = bilingual({
  lead: [
    '成员可以用本站账号登录社区的其他应用（维基、聊天室、商店）。应用使用 OpenID Connect 授权码模式和 PKCE 接入。',
    'Members can log in to other applications of the community (a wiki, a chat, a shop) with their account here. They use OpenID Connect with the authorization code flow and PKCE.',
  ],
  none: ['还没有应用', 'No applications yet'],
  noneHint: ['在下面添加第一个应用。', 'Register the first one below.'],
  confidential: ['服务器应用', 'Server application'],
  public: ['公开客户端', 'Public client'],
  users: [
    (count: number, max: number) => (count >= max ? `${max} 人以上在使用` : `${count} 人在使用`),
    (count: number, max: number) =>
      count >= max ? `${max} or more users` : count === 1 ? 'One user' : `${count} users`,
  ],
  created: ['添加于', 'Registered'],
  clientId: ['客户端 ID', 'Client ID'],
  edit: ['修改', 'Edit'],
  editOf: [(name: string) => `修改 ${name}`, (name: string) => `Edit ${name}`],
  remove: ['移除', 'Remove'],
  removeOf: [(name: string) => `移除 ${name}`, (name: string) => `Remove ${name}`],
  removeTitle: [(name: string) => `移除 ${name}？`, (name: string) => `Remove ${name}?`],
  removeBody: [
    '它的所有令牌会立即失效，成员将无法再用本站账号登录它。',
    'All its tokens stop working, and members can no longer log in to it with their account here.',
  ],
  removed: ['应用已移除。', 'Application removed.'],
  newHeading: ['添加应用', 'Register an application'],
  newLead: [(max: number) => `最多 ${max} 个。`, (max: number) => `At most ${max}.`],
  editHeading: [(name: string) => `修改 ${name}`, (name: string) => `Edit ${name}`],
  name: ['名称', 'Name'],
  nameHint: ['成员在授权页面上看到的名称。', 'Members see it when they log in to the application.'],
  uris: ['回调地址', 'Redirect URIs'],
  urisHint: [
    '每行一个，必须与应用使用的地址完全一致。以 https:// 开头；本机上的应用可用 http://localhost。',
    'One per line, exactly as the application sends them. They start with https://, or with http://localhost for an application on your own machine.',
  ],
  isConfidential: [
    '应用在服务器上运行，可以保管密钥（浏览器和手机应用请取消勾选）',
    'The application runs on a server that can keep a secret (not for browser and mobile apps)',
  ],
  create: ['添加', 'Register'],
  save: ['保存', 'Save'],
  saved: ['已保存。', 'Saved.'],
  cancel: ['返回', 'Back'],
  done: ['应用已添加。', 'Application registered.'],
  shown: ['客户端密钥。请立即复制，只显示这一次。', 'Client secret. Copy it now, you won’t see it again.'],
  secretHeading: ['客户端密钥', 'Client secret'],
  secretLead: [
    '新密钥生成后，旧密钥立即失效。已登录的成员不受影响。',
    'A new secret replaces the old one immediately. Members stay logged in.',
  ],
  rotate: ['生成新密钥', 'Create a new secret'],
  endpoints: ['接入地址', 'Addresses'],
  endpointsLead: ['多数应用只需要签发者地址。', 'Most applications only need the issuer.'],
  issuer: ['签发者（Issuer）', 'Issuer'],
  addresses: {
    authorization_endpoint: ['授权', 'Authorization'],
    token_endpoint: ['令牌', 'Token'],
    userinfo_endpoint: ['用户信息', 'User info'],
    jwks_uri: ['公钥', 'Keys'],
    revocation_endpoint: ['撤销', 'Revocation'],
  },
  copy: ['复制', 'Copy'],
  copyOf: [(name: string) => `复制${name}`, (name: string) => `Copy ${name}`],
  copied: ['已复制。', 'Copied.'],
  notCopied: ['无法复制，请手动选择并复制。', 'Could not copy. Please select the text and copy it yourself.'],
})

export type AdminAppsText = (typeof adminAppsTexts)['en']
