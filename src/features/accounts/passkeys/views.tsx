import { passkeyAdding } from '#features/accounts/login/hooks.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card, ItemRow, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, EndItem, NameInPlace, Submit } from '#web/components/form.tsx'
import { freshPart, unsent } from '#web/components/hooks.ts'
import { ItemTime, LabelledTime } from '#web/components/time.tsx'

export function PasskeysCard({ passkeys, language }: { passkeys: Passkey[]; language: Language }) {
  const [text, shell] = [passkeyTexts[language], shellTexts[language]]
  return (
    <Card heading="passkeys-heading" title={text.heading} lead={text.lead}>
      <ul class="devices" {...freshPart({ part: 'passkeys' })}>
        {passkeys.map((passkey) => (
          <PasskeyItem {...{ passkey, text, language }} />
        ))}
        {passkeys.length === 0 && <li class="faint">{text.none}</li>}
      </ul>
      {passkeys.length < PASSKEYS_MAX ? (
        <AddPasskey text={text} shell={shell} />
      ) : (
        <Notice>{text.full(PASSKEYS_MAX)}</Notice>
      )}
    </Card>
  )
}

/** Requests the options; client/entries/passkeys.ts creates the passkey and sends it. */
function AddPasskey({ text, shell }: { text: PasskeyText; shell: ShellText }) {
  const { added, known, failed, unsupported, noDomain } = text
  return (
    <div {...passkeyAdding({ added, known, failed, unsupported, noDomain })}>
      <ApiForm api="POST /api/settings/passkeys/options" text={shell} class="form narrow">
        <Field
          name="name"
          id="passkey-name"
          label={text.name}
          hint={text.nameHint}
          maxlength={PASSKEY_NAME_MAX}
          required
          hooks={unsent()}
        />
        <Submit label={text.add} />
      </ApiForm>
    </div>
  )
}

interface PasskeyProps {
  passkey: Passkey
  text: PasskeyText
  language: Language
}

function PasskeyItem({
  passkey: { id, name, created_at, last_used_at },
  text,
  language,
}: PasskeyProps) {
  return (
    <ItemRow
      icon="key"
      head={
        <>
          <NameInPlace
            api={`PUT /api/settings/passkeys/${id}`}
            name="name"
            value={name}
            maxlength={PASSKEY_NAME_MAX}
            label={text.nameOf(name)}
            required
            toast={text.renamed}
            save={text.save}
            titled
          />
          <noscript>
            <h3>{name}</h3>
          </noscript>
        </>
      }
      action={
        <EndItem api={`DELETE /api/settings/passkeys/${id}`} after="reload" {...{ name, text }} />
      }
    >
      <LabelledTime label={text.created} value={created_at} language={language} />
      <ItemTime fact="used" value={last_used_at} language={language} />
    </ItemRow>
  )
}

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
  nameOf: [
    (name: string) => `通行密钥 ${name} 的名称`,
    (name: string) => `Name of the passkey ${name}`,
  ],
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
  nameHint: [
    '方便你认出它，例如“我的手机”。',
    'A name to help you recognise it, such as “my phone”.',
  ],
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
