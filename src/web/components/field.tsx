import type { Child } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'
import { characterCounter, fieldError, passwordEye } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import type { ComponentText } from '#web/components/text.ts'

interface FieldProps {
  /** The API field name; errors refer to it. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'color'
  value?: string
  hint?: string
  /** Error message rendered by the server, for forms without JavaScript. */
  error?: string | undefined
  /** Beside the label, such as "optional". */
  aside?: Child
  placeholder?: string
  autocomplete?: string
  required?: boolean
  disabled?: boolean
  autofocus?: boolean
  minlength?: number
  maxlength?: number
  pattern?: string
  min?: number
  max?: number
  inputmode?: 'numeric'
  /** Hooks for behaviours, such as `optional()`. */
  hooks?: Attributes
  /** Below the control: a strength meter, a counter. */
  extra?: Child
  /** Needed if the same name occurs twice on a page. */
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

interface SelectFieldProps extends Pick<FieldProps, 'name' | 'label' | 'hint' | 'id' | 'hooks'> {
  value?: string | undefined
  options: readonly (readonly [value: string, label: string])[]
}

export function SelectField({ options, value, hooks, ...props }: SelectFieldProps) {
  const { name, id = name } = props
  return (
    <FieldFrame {...props}>
      <select class="input" id={id} name={name} autocomplete="off" aria-describedby={describedBy(props)} {...hooks}>
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
  const { name, id = name, rows, value, autocomplete, required, hooks } = props
  return (
    <FieldFrame {...props}>
      <textarea
        class="input"
        id={id}
        name={name}
        rows={rows}
        aria-describedby={describedBy(props)}
        {...{ autocomplete, required }}
        {...hooks}
      >
        {value}
      </textarea>
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
  return (
    <input
      class="input"
      id={id}
      name={name}
      type={type}
      aria-describedby={describedBy({ name, hint, id })}
      aria-invalid={error === undefined ? undefined : 'true'}
      // Browsers focus the first of several fields with autofocus.
      autofocus={error !== undefined}
      {...attributes}
      {...hooks}
    />
  )
}

function describedBy({ name, hint, id = name }: { name: string; hint?: string | undefined; id?: string }): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}

/** A character counter, updated by client/behaviors/forms/counters.ts. Screen readers get the limit from the hint. */
export function Counter({ of, value, max }: { of: string; value: string; max: number }) {
  return (
    <span class="counter" {...characterCounter({ field: of, max })} aria-hidden="true">
      {[...value].length} / {max}
    </span>
  )
}
