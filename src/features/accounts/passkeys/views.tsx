import { passkeyAdding } from '#features/accounts/passkeys/hooks.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { type PasskeyText, passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Field } from '#web/components/field.tsx'
import { dialogCloser, dialogOpener, unsent } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { NameInPlace } from '#web/components/name-in-place.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

interface TextProps {
  text: PasskeyText
  shell: ShellText
}

export function PasskeysCard({ passkeys, language }: { passkeys: Passkey[]; language: Language }) {
  const [text, shell] = [passkeyTexts[language], shellTexts[language]]
  return (
    <section class="card" aria-labelledby="passkeys-heading">
      <header>
        <h2 id="passkeys-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
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
    </section>
  )
}

/** The password gets the options; with them the browser makes a passkey, and client/behaviors/account/passkey-adding.ts brings it. */
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
        <CurrentPasswordField id="passkey-password" label={text.password} text={shell} />
        <div class="form-actions needs-script">
          <button type="submit" class="button primary">
            {text.add}
          </button>
        </div>
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
    <li class="device">
      <span class="device-icon">
        <Icon name="key" />
      </span>
      <div class="device-facts">
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
        <p>
          <span>
            {text.created} <Time value={created_at} language={language} />
          </span>
          <span>
            {last_used_at === null ? text.unused : `${text.used} `}
            {last_used_at !== null && <Time value={last_used_at} language={language} />}
          </span>
        </p>
      </div>
      <button
        type="button"
        class="button small needs-script"
        aria-label={text.removeOf(name)}
        {...dialogOpener({ dialog: dialogOf(passkey) })}
      >
        {text.remove}
      </button>
      <RemoveDialog {...{ passkey, text, shell }} />
    </li>
  )
}

const dialogOf = ({ id }: Passkey) => `remove-passkey-${id}`

function RemoveDialog({ passkey, text, shell }: TextProps & { passkey: Passkey }) {
  const dialog = dialogOf(passkey)
  return (
    <Dialog id={dialog} title={text.removeTitle(passkey.name)}>
      <ApiForm api={`DELETE /api/settings/passkeys/${passkey.id}`} after="reload" toast={text.removed}>
        <p>{text.removeBody}</p>
        <CurrentPasswordField id={`${dialog}-password`} label={text.password} text={shell} />
        <div class="dialog-actions">
          <button type="button" class="button" {...dialogCloser()}>
            {shell.cancel}
          </button>
          <button type="submit" class="button danger primary">
            {text.remove}
          </button>
        </div>
      </ApiForm>
    </Dialog>
  )
}
