import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { ApiError } from '#client/api-error.ts'
import { problemIn } from '#client/behaviors/problem-toast.ts'
import { api } from '#client/http.ts'
import { passkeyProblem } from '#client/passkey-problem.ts'
import { clientText, pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  'zh-CN': {
    title: '确认是你本人',
    lead: '这是一项敏感操作。确认后短时间内不会再次询问。',
    password: '密码',
    code: '验证码或恢复码',
    passkey: '使用通行密钥',
    provider: '使用第三方账号',
    failed: '操作未完成，请重试，或换一种方式。',
    noDomain: '通过 IP 地址访问网站时，无法使用通行密钥。',
    unverified: '设备没有验证你的身份（指纹、面容或锁屏密码）。请换一种方式确认，或重新登录。',
    noWay: '你的账号没有密码，也没有可用的第三方账号或通行密钥。请先通过邮件设置密码。',
    setPassword: '设置密码',
    confirm: '确认',
  },
  en: {
    title: 'Confirm that it’s you',
    lead: 'This is a sensitive action. We won’t ask again for a few minutes.',
    password: 'Password',
    code: 'Authenticator code or recovery code',
    passkey: 'Use a passkey',
    provider: 'Use a login provider',
    failed: 'The passkey request was not completed. Try again, or use another way.',
    noDomain: 'Passkeys don’t work on a site that is opened by its IP address.',
    unverified:
      'Your device did not ask for a fingerprint, face or screen lock. Confirm in another way, or log out and log in again.',
    noWay:
      'Your account has no password, no passkey and no login provider that still works. Set a password by e-mail first.',
    setPassword: 'Set a password',
    confirm: 'Confirm',
  },
})

/**
 * Asks for the password, and for a code if two-step verification is on, or for a passkey, or leads to the page that signs in again
 * with a provider. False if the user cancels.
 */
export function confirmIdentity(methods: readonly string[]): Promise<boolean> {
  const text = texts[pageLanguage()]
  const dialog = made('dialog', 'dialog')
  dialog.setAttribute('aria-labelledby', 'identity-title')
  const form = made('form', 'form')
  const password = methods.includes('password') ? field('password', text.password, 'current-password') : null
  const code = password && methods.includes('code') ? field('code', text.code, 'one-time-code') : null
  const problem = made('p', 'field-error')
  problem.setAttribute('role', 'alert')
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
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(async () => ({ password: password?.input.value, code: code?.input.value }))
  })
  const actions = made('div', 'dialog-actions')
  if (methods.includes('passkey') && browserSupportsWebAuthn()) {
    const passkey = button(text.passkey, 'button')
    // A device that did not verify its user replaces the code, not the password.
    const words = { password: text.unverified }
    passkey.addEventListener('click', () => void send(async () => ({ response: await assertion() }), words))
    actions.append(passkey)
  }
  if (methods.includes('provider')) {
    const here = encodeURIComponent(location.pathname + location.search)
    actions.append(Object.assign(made('a', 'button', text.provider), { href: `/confirm?next=${here}` }))
  }
  const isStuck = !['password', 'passkey', 'provider'].some((method) => methods.includes(method))
  if (isStuck) actions.append(Object.assign(made('a', 'button primary', text.setPassword), { href: '/forgot' }))
  const cancel = button(clientText().cancel, 'button')
  cancel.addEventListener('click', () => dialog.close())
  actions.append(cancel)
  if (password) actions.append(Object.assign(button(text.confirm, 'button primary'), { type: 'submit' }))
  const fields = [password, code].flatMap((one) => one?.frame ?? [])
  form.append(made('p', '', isStuck ? text.noWay : text.lead), ...fields, problem, actions)
  dialog.append(Object.assign(made('h2', '', text.title), { id: 'identity-title' }), form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}

async function assertion(): Promise<unknown> {
  const optionsJSON = (await api.post('/api/auth/passkey/options')) as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON })
}

function field(name: 'password' | 'code', label: string, autocomplete: AutoFill) {
  const id = `identity-${name}`
  const type = name === 'password' ? 'password' : 'text'
  const input = Object.assign(made('input', 'input'), { id, name, type, autocomplete, required: true })
  const frame = made('div', 'field')
  frame.append(Object.assign(made('label', '', label), { htmlFor: id }), input)
  return { input, frame }
}

function button(label: string, className: string): HTMLButtonElement {
  return Object.assign(made('button', className, label), { type: 'button' as const })
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
