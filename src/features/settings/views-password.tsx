import type { SettingsText } from '#features/settings/text.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/passwords.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { PasswordField } from '#web/components/field.tsx'
import { sameAs, unsent } from '#web/components/hooks.ts'
import { PasswordStrength } from '#web/components/password-strength.tsx'
import type { ShellText } from '#web/text.ts'

interface PasswordTabProps {
  email: string
  text: SettingsText['password']
  shell: ShellText
}

export function PasswordTab({ email, text, shell }: PasswordTabProps) {
  return (
    <section class="card" aria-labelledby="password-heading">
      <header>
        <h2 id="password-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      <ApiForm api="PUT /api/settings/password" after="reset" toast={text.done} text={shell} class="form narrow">
        {/* Password managers file the new password under the account they find here. */}
        <input type="email" value={email} autocomplete="username" hidden readonly {...unsent()} />
        <PasswordField
          name="current_password"
          label={text.current}
          autocomplete="current-password"
          required
          text={shell}
        />
        <PasswordField
          name="new_password"
          label={text.new}
          hint={text.hint(PASSWORD_MIN, PASSWORD_MAX)}
          autocomplete="new-password"
          minlength={PASSWORD_MIN}
          maxlength={PASSWORD_MAX}
          required
          extra={<PasswordStrength field="new_password" />}
          text={shell}
        />
        <PasswordField
          name="repeat"
          label={text.repeat}
          autocomplete="new-password"
          required
          hooks={{ ...sameAs({ field: 'new_password' }), ...unsent() }}
          text={shell}
        />
        <div class="form-actions needs-script">
          <button type="submit" class="button primary">
            {text.submit}
          </button>
        </div>
      </ApiForm>
    </section>
  )
}
