import type { Child, PropsWithChildren } from 'hono/jsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import type { Attributes } from '#kernel/hooks.ts'
import { EMAIL_MAX } from '#kernel/sizes.ts'
import { Icon } from '#web/components/elements.tsx'
import {
  characterCounter,
  fieldError,
  fileChooser,
  passwordEye,
  type Question,
  strengthMeter,
} from '#web/components/hooks.ts'
import type { ComponentText } from '#web/components/text.ts'
import type { Refused } from '#web/validation/plain-form.ts'

interface FieldProps {
  /** The name of the API field. Errors of the response refer to it. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'color' | 'time'
  value?: string
  hint?: string
  /** The error message that the server renders for a form without JavaScript. */
  error?: string | undefined
  /** Beside the label, such as "optional". */
  aside?: Child
  placeholder?: string
  /** The default is `off`. */
  autocomplete?: string
  required?: boolean
  disabled?: boolean
  minlength?: number
  maxlength?: number
  pattern?: string
  min?: number
  max?: number
  inputmode?: 'numeric'
  /** Hooks for behaviours, such as `optional()`. */
  hooks?: Attributes
  /** Below the control: a strength meter or a counter. */
  extra?: Child
  /** The default is the name. Needed if the same name occurs twice on a page. */
  id?: string
}

export function Field(props: FieldProps) {
  return (
    <FieldFrame {...props}>
      <Control {...props} />
    </FieldFrame>
  )
}

/** `refused` is the last submission of the form, if it was sent without JavaScript and refused. */
export function EmailField({ refused, ...rest }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      autocomplete="email"
      maxlength={EMAIL_MAX}
      required
      {...(refused && { value: refused.sent.email ?? '', error: refused.problems.email })}
      {...rest}
    />
  )
}

type EmailFieldProps = Pick<
  FieldProps,
  'label' | 'hint' | 'placeholder' | 'autocomplete' | 'hooks' | 'extra'
> & {
  refused?: Refused | undefined
}

export function PasswordField({
  text,
  ...props
}: Omit<FieldProps, 'type'> & { text: ComponentText }) {
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

interface SelectFieldProps extends Pick<FieldProps, 'name' | 'label' | 'hint' | 'id' | 'hooks'> {
  value?: string | undefined
  options: readonly (readonly [value: string, label: string])[]
}

export function SelectField({ options, value, hooks, ...props }: SelectFieldProps) {
  const { name, id = name } = props
  return (
    <FieldFrame {...props}>
      <select
        class="input"
        id={id}
        name={name}
        autocomplete="off"
        aria-describedby={describedBy(props)}
        {...hooks}
      >
        {options.map(([option, label]) => (
          <option value={option} selected={option === value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'type'> {
  rows: number
}

/** A text area. */
export function TextField(props: TextFieldProps) {
  const { name, id = name, rows, value, placeholder, autocomplete, required, hooks } = props
  return (
    <FieldFrame {...props}>
      <textarea
        class="input"
        id={id}
        name={name}
        rows={rows}
        aria-describedby={describedBy(props)}
        {...{ placeholder, autocomplete, required }}
        {...hooks}
      >
        {value}
      </textarea>
    </FieldFrame>
  )
}

function FieldFrame(props: FieldProps & { children?: Child }) {
  const { name, label, hint, error, aside, extra, id = name, children } = props
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
      <p
        class="field-error"
        id={`${id}-error`}
        {...fieldError({ field: name })}
        hidden={error === undefined}
      >
        {error}
      </p>
    </div>
  )
}

function Control(props: FieldProps) {
  const {
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
  } = props
  return (
    <input
      class="input"
      id={id}
      name={name}
      type={type}
      aria-describedby={describedBy({ name, hint, id })}
      aria-invalid={error === undefined ? undefined : 'true'}
      // If several fields have autofocus, browsers focus the first of them.
      autofocus={error !== undefined}
      autocomplete="off"
      {...attributes}
      {...hooks}
    />
  )
}

function describedBy({
  name,
  hint,
  id = name,
}: {
  name: string
  hint?: string | undefined
  id?: string
}): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}

/**
 * A counter of characters, which client/behaviors/forms/extras.ts updates. It is hidden from screen
 * readers, which get the limit from the hint.
 */
export function Counter({ of, value, max }: { of: string; value: string; max: number }) {
  return (
    <span
      class="counter faint small tabular"
      {...characterCounter({ field: of, max })}
      aria-hidden="true"
    >
      {[...value].length} / {max}
    </span>
  )
}

/** The image formats that the server accepts. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/webp,image/gif'

interface ImageFieldProps {
  id: string
  label: string
  accept?: string
  /** The classes of the button. */
  button?: string
  hint?: string
  /** The hook of the error line. */
  problem: Attributes
}

/** A button that chooses an image file. The children are further buttons, such as "Remove". */
export function ImageField(props: PropsWithChildren<ImageFieldProps>) {
  const { id, label, accept = ACCEPTED_IMAGES, button = 'button', hint, problem, children } = props
  return (
    <>
      <div class="form-actions needs-script">
        <button
          type="button"
          class={button}
          {...fileChooser()}
          aria-describedby={hint && `${id}-hint`}
        >
          <Icon name="picture" />
          <span>{label}</span>
        </button>
        <input type="file" accept={accept} aria-label={label} hidden />
        {children}
      </div>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" role="alert" {...problem} hidden />
    </>
  )
}

type PasswordProps = Pick<FieldProps, 'label' | 'error'> & {
  hint?: string | undefined
  text: ComponentText
}

/** Asks for the current password before a sensitive change. */
export function CurrentPasswordField({
  name = 'password',
  ...rest
}: Omit<PasswordProps, 'hint'> & { name?: string }) {
  return <PasswordField name={name} autocomplete="current-password" required {...rest} />
}

/** A field for a new password, with its limits and a strength meter. */
export function NewPasswordField({ hint, text, ...rest }: PasswordProps & { name: string }) {
  return (
    <PasswordField
      hint={hint ?? text.passwordHint}
      autocomplete="new-password"
      minlength={PASSWORD_MIN}
      maxlength={PASSWORD_MAX}
      required
      extra={<PasswordStrength field={rest.name} doubt={text.weakPassword} />}
      {...{ text, ...rest }}
    />
  )
}

/**
 * The strength meter, which client/behaviors/account/password-strength.ts updates while the user
 * types.
 */
function PasswordStrength({ field, doubt }: { field: string; doubt: Question }) {
  return (
    <div
      class="strength line loose faint small needs-script"
      {...strengthMeter({ field, strength: 0, doubt })}
      hidden
    >
      <i />
      <span role="status" />
    </div>
  )
}
