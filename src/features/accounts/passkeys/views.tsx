import { passkeyAdding } from '#features/accounts/passkeys/hooks.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { type PasskeyText, passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Card, Dialog, DialogActions, ItemRow, Notice } from '#web/components/elements.tsx'
import { ApiForm, Field, NameInPlace, Submit } from '#web/components/form.tsx'
import { dialogOpener, unsent } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'

interface TextProps {
  text: PasskeyText
  shell: ShellText
}

export function PasskeysCard({ passkeys, language }: { passkeys: Passkey[]; language: Language }) {
  const [text, shell] = [passkeyTexts[language], shellTexts[language]]
  return (
    <Card heading="passkeys-heading" title={text.heading} lead={text.lead}>
      <ul class="devices">
        {passkeys.map((passkey) => (
          <PasskeyItem {...{ passkey, text, shell, language }} />
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
function AddPasskey({ text, shell }: TextProps) {
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
          autocomplete="off"
          required
          hooks={unsent()}
        />
        <Submit label={text.add} />
      </ApiForm>
    </div>
  )
}

interface PasskeyProps extends TextProps {
  passkey: Passkey
  language: Language
}

function PasskeyItem({ passkey, text, shell, language }: PasskeyProps) {
  const { id, name, created_at, last_used_at } = passkey
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
        <>
          <Button
            aria-label={text.removeOf(name)}
            {...dialogOpener({ dialog: dialogOf(passkey) })}
            kind="small needs-script"
            label={text.remove}
          />
          <RemoveDialog {...{ passkey, text, shell }} />
        </>
      }
    >
      <LabelledTime label={text.created} value={created_at} language={language} />
      <LabelledTime label={text.used} value={last_used_at} none={text.unused} language={language} />
    </ItemRow>
  )
}

const dialogOf = ({ id }: Passkey) => `remove-passkey-${id}`

function RemoveDialog({ passkey, text, shell }: TextProps & { passkey: Passkey }) {
  const dialog = dialogOf(passkey)
  return (
    <Dialog id={dialog} title={text.removeTitle(passkey.name)}>
      <ApiForm api={`DELETE /api/settings/passkeys/${passkey.id}`} after="reload" toast={text.removed}>
        <p>{text.removeBody}</p>
        <DialogActions cancel={shell.cancel} submit={text.remove} danger />
      </ApiForm>
    </Dialog>
  )
}
