import { bilingual } from '#kernel/i18n.ts'

export const passkeyTexts = bilingual({
  heading: ['通行密钥', 'Passkeys'],
  lead: [
    '用指纹、面容或锁屏密码登录，无需输入密码和验证码。私钥只保存在你的设备或密码管理器中。',
    'Log in with your fingerprint, face or screen lock, without a password or code. The private key stays on your device or in your password manager.',
  ],
  none: ['暂无通行密钥。', 'No passkeys yet.'],
  full: [
    (max: number) => `最多可以添加 ${max} 个通行密钥。请先移除一个再添加。`,
    (max: number) => `You can have at most ${max} passkeys. Remove one to add another.`,
  ],
  created: ['添加于', 'Added'],
  nameOf: [(name: string) => `通行密钥 ${name} 的名称`, (name: string) => `Name of the passkey ${name}`],
  save: ['保存', 'Save'],
  renamed: ['名称已保存。', 'Name saved.'],
  end: ['移除', 'Remove'],
  endOf: [(name: string) => `移除通行密钥 ${name}`, (name: string) => `Remove the passkey ${name}`],
  endTitle: [(name: string) => `移除“${name}”？`, (name: string) => `Remove “${name}”?`],
  endBody: [
    '移除后将无法用它登录。请同时在设备或密码管理器中删除它。',
    'You will no longer be able to log in with it. Also delete it from your device or password manager.',
  ],
  ended: ['通行密钥已移除。', 'Passkey removed.'],
  add: ['添加通行密钥', 'Add a passkey'],
  name: ['名称', 'Name'],
  nameHint: ['方便你认出它，例如“我的手机”。', 'A name to help you recognise it, such as “my phone”.'],
  added: ['通行密钥已添加。', 'Passkey added.'],
  known: ['这台设备上已经有你的通行密钥。', 'This device already has a passkey for your account.'],
  failed: ['操作未完成，请重试。', 'The passkey request was not completed. Please try again.'],
  unsupported: ['这个浏览器不支持通行密钥。', 'This browser doesn’t support passkeys.'],
  noDomain: [
    '通过 IP 地址访问网站时，无法使用通行密钥。',
    'Passkeys don’t work on a site that is opened by its IP address.',
  ],
  login: ['用通行密钥登录', 'Log in with a passkey'],
  confirm: ['用通行密钥确认', 'Confirm with a passkey'],
  or: ['或', 'or'],
  refused: [
    '这个通行密钥无法登录。它可能已被移除，请换一种方式登录。',
    'This passkey was not accepted. It may have been removed. Please log in another way.',
  ],
  expired: ['操作超时，请重试。', 'The request timed out. Please try again.'],
  unverified: [
    '设备没有验证你的身份（指纹、面容或锁屏密码）。请换一种方式确认，或重新登录。',
    'Your device did not ask for a fingerprint, face or screen lock. Confirm in another way, or log out and log in again.',
  ],
})

export type PasskeyText = (typeof passkeyTexts)['en']
