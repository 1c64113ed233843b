import type { Child } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'
import { fieldError, passwordEye } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import type { ComponentText } from '#web/components/text.ts'

interface FieldProps {
  /** The wire name; errors come back under it. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'color'
  value?: string
  hint?: string
  /** What is wrong with it, where the server says so; a script has other ways. */
  error?: string | undefined
  /** Beside the label, as in "optional". */
  aside?: Child
  placeholder?: string
  autocomplete?: string
  required?: boolean
  disabled?: boolean
  autofocus?: boolean
  minlength?: number
  maxlength?: number
  pattern?: string
  /** For behaviours, such as `optional()`. */
  hooks?: Attributes
  /** Goes below the control: a strength meter, a counter. */
  extra?: Child
  /** Where the same name appears twice on a page. */
  id?: string
}

export function Field(props: FieldProps) {
  return (
    <FieldFrame {...props}>
      <Control {...props} />
    </FieldFrame>
  )
}

export function PasswordField({ text, ...props }: Omit<FieldProps, 'type'> & { text: ComponentText }) {
  return (
    <FieldFrame {...props}>
      <div class="input-with-button">
        <Control {...props} type="password" />
        <button
          type="button"
          class="button quiet icon needs-script"
          {...passwordEye()}
          aria-pressed="false"
          aria-label={text.showPassword}
          title={text.showPassword}
        >
          <Icon name="eye" class="eye-open" />
          <Icon name="eyeShut" class="eye-shut" />
        </button>
      </div>
    </FieldFrame>
  )
}

function FieldFrame({
  name,
  label,
  hint,
  error,
  aside,
  extra,
  id = name,
  children,
}: FieldProps & { children?: Child }) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {aside && <small>{aside}</small>}
      </label>
      {children}
      {extra}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" id={`${id}-error`} {...fieldError({ field: name })} hidden={error === undefined}>
        {error}
      </p>
    </div>
  )
}

function Control({
  name,
  type = 'text',
  hint,
  error,
  id = name,
  hooks,
  label,
  aside,
  extra,
  ...attributes
}: FieldProps) {
  const describedBy = hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
  return (
    <input
      class="input"
      id={id}
      name={name}
      type={type}
      aria-describedby={describedBy}
      aria-invalid={error === undefined ? undefined : 'true'}
      // Of several the browser takes the first.
      autofocus={error !== undefined}
      {...attributes}
      {...hooks}
    />
  )
}
