import { passkeyAdding } from '#features/accounts/login/hooks.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { type PasskeyText, passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
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

function PasskeyItem({ passkey: { id, name, created_at, last_used_at }, text, language }: PasskeyProps) {
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
      action={<EndItem api={`DELETE /api/settings/passkeys/${id}`} after="reload" {...{ name, text }} />}
    >
      <LabelledTime label={text.created} value={created_at} language={language} />
      <ItemTime fact="used" value={last_used_at} language={language} />
    </ItemRow>
  )
}
