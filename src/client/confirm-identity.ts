import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { ApiError } from '#client/api-error.ts'
import { openDialog } from '#client/behaviors/forms/dialogs.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import type { Api } from '#client/create-api.ts'
import { button, element } from '#client/elements.ts'

import { passkeyOptions, passkeyProblem } from '#client/passkeys.ts'
import { clientText, pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  title: ['确认是你本人', 'Confirm that it’s you'],
  lead: [
    '这是一项敏感操作。确认后短时间内不会再次询问。',
    'This is a sensitive action. We won’t ask again for a few minutes.',
  ],
  password: ['密码', 'Password'],
  code: ['验证码或恢复码', 'Authenticator code or recovery code'],
  passkey: ['使用通行密钥', 'Use a passkey'],
  provider: ['使用第三方账号', 'Use a login provider'],
  failed: [
    '操作未完成，请重试，或换一种方式。',
    'The passkey request was not completed. Try again, or use another way.',
  ],
  noDomain: [
    '通过 IP 地址访问网站时，无法使用通行密钥。',
    'Passkeys don’t work on a site that is opened by its IP address.',
  ],
  unverified: [
    '设备没有验证你的身份（指纹、面容或锁屏密码）。请换一种方式确认，或重新登录。',
    'Your device did not ask for a fingerprint, face or screen lock. Confirm in another way, or log out and log in again.',
  ],
  noWay: [
    '你的账号没有密码，也没有可用的第三方账号或通行密钥。请先通过邮件设置密码。',
    'Your account has no password, no passkey and no login provider that still works. Set a password by e-mail first.',
  ],
  setPassword: ['设置密码', 'Set a password'],
  confirm: ['确认', 'Confirm'],
})

/**
 * Asks for the password, and for a code if two-step verification is on. Offers a passkey, or a link
 * to the page that signs in again with a login provider. False if the user cancels.
 */
export async function confirmIdentity(
  api: Pick<Api, 'post'>,
  methods: readonly string[],
): Promise<boolean> {
  const text = texts[pageLanguage()]
  const password = methods.includes('password')
    ? field('password', text.password, 'current-password')
    : null
  const code =
    password && methods.includes('code') ? field('code', text.code, 'one-time-code') : null
  const problem = element('p', { className: 'field-error', role: 'alert' })
  const send = async (body: () => Promise<unknown>, words: { password?: string } = {}) => {
    if (dialog.ariaBusy === 'true') return
    dialog.ariaBusy = 'true'
    problem.textContent = ''
    try {
      await api.post('/api/auth/confirm', await body())
      dialog.close('yes')
    } catch (error) {
      if (!(error instanceof ApiError)) problem.textContent = passkeyProblem(error, text) ?? ''
      else problem.textContent = ('password' in error.fields && words.password) || problemIn(error)
    } finally {
      dialog.ariaBusy = null
    }
  }
  const actions = element('div', { className: 'dialog-actions' })
  if (methods.includes('passkey') && browserSupportsWebAuthn()) {
    // A device that did not verify its user replaces the code, but not the password.
    const words = { password: text.unverified }
    const press = () => void send(async () => ({ response: await assertion(api) }), words)
    actions.append(button(text.passkey, 'button', press))
  }
  if (methods.includes('provider')) {
    const here = encodeURIComponent(location.pathname + location.search)
    actions.append(
      element('a', { className: 'button', href: `/confirm?next=${here}` }, text.provider),
    )
  }
  const isStuck = !['password', 'passkey', 'provider'].some((method) => methods.includes(method))
  if (isStuck)
    actions.append(element('a', { className: 'button primary', href: '/forgot' }, text.setPassword))
  actions.append(button(clientText().cancel, 'button', () => dialog.close()))
  if (password)
    actions.append(element('button', { type: 'submit', className: 'button primary' }, text.confirm))
  const fields = [password, code].flatMap((one) => one?.frame ?? [])
  const lead = element('p', {}, isStuck ? text.noWay : text.lead)
  const form = element('form', { className: 'form' }, lead, ...fields, problem, actions)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(async () => ({ password: password?.input.value, code: code?.input.value }))
  })
  const { dialog, answer } = openDialog('identity', text.title, form)
  return (await answer) === 'yes'
}

async function assertion(api: Pick<Api, 'post'>): Promise<unknown> {
  return startAuthentication({ optionsJSON: await passkeyOptions(api) })
}

function field(name: 'password' | 'code', label: string, autocomplete: AutoFill) {
  const id = `identity-${name}`
  const type = name === 'password' ? 'password' : 'text'
  const input = element('input', {
    className: 'input',
    id,
    name,
    type,
    autocomplete,
    required: true,
  })
  return {
    input,
    frame: element('div', { className: 'field' }, element('label', { htmlFor: id }, label), input),
  }
}
