import type { Child, PropsWithChildren } from 'hono/jsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import type { Attributes } from '#kernel/hooks.ts'
import { Button, Icon, NeedsScript } from '#web/components/elements.tsx'
import {
  apiForm,
  characterCounter,
  fieldError,
  fileChooser,
  formError,
  passwordEye,
  type Question,
  strengthMeter,
  toggle,
} from '#web/components/hooks.ts'
import type { ComponentText } from '#web/components/text.ts'

interface ApiFormProps {
  /** Method and path: `PUT /api/settings/password`. */
  api: `${'POST' | 'PUT' | 'DELETE'} /api/${string}`
  /** The action after success: `goto:/path`, `reload`, `reset`, or `remove:<selector of an ancestor of the form>`. */
  after?: 'reload' | 'reset' | `goto:${string}` | `remove:${string}`
  /** The toast after success. `{name}` is replaced by a member of the response, `{name:date}` by a formatted date. */
  toast?: string
  /** A confirmation question before the form is sent. */
  confirm?: Question
  /** Whether to show a note that the form needs JavaScript. Forms that are only a button show none. */
  text?: ComponentText
  /**
   * The label of a submit button for browsers without JavaScript. They post the fields to the URL of the page, which must
   * accept them.
   */
  plain?: string
  /** Field errors of such a submission. */
  problem?: string | undefined
  class?: string
  id?: string
}

/** A form that calls the JSON API. The browser part is client/behaviors/forms/api-form.ts. */
export function ApiForm({
  api,
  after,
  toast,
  confirm,
  text,
  plain,
  problem,
  class: className,
  id,
  children,
}: PropsWithChildren<ApiFormProps>) {
  return (
    <form
      id={id}
      class={className ?? 'form'}
      // Never GET: without JavaScript a password must not end up in the URL.
      method="post"
      novalidate
      {...apiForm({ call: api, after, toast, confirm })}
    >
      <div class="notice danger" role="alert" {...formError()} hidden={problem === undefined}>
        {problem}
      </div>
      {children}
      {plain && (
        <noscript>
          <Button type="submit" kind="primary wide" label={plain} />
        </noscript>
      )}
      {text && <NeedsScript text={text} />}
    </form>
  )
}

/** The submit button below the fields. */
export function Submit({ label, tone = 'primary' }: { label: string; tone?: '' | 'primary' | 'danger' }) {
  return (
    <div class="form-actions needs-script">
      <Button type="submit" kind={tone} label={label} />
    </div>
  )
}

interface ApiButtonProps extends Pick<ApiFormProps, 'api' | 'after' | 'toast' | 'confirm' | 'class'> {
  /** Classes of the button. */
  button?: string
  /** Accessible name of the button, if its text is not enough. */
  label?: string
}

/** A form that is only a button. */
export function ApiButton(props: PropsWithChildren<ApiButtonProps>) {
  const { button = 'button small', label, class: className, children, ...form } = props
  return (
    <ApiForm {...form} class={className ? `${className} needs-script` : 'needs-script'}>
      <button type="submit" class={button} aria-label={label}>
        {children}
      </button>
    </ApiForm>
  )
}

type Words = string | ((name: string) => string)

interface EndItemProps extends Pick<ApiFormProps, 'api' | 'after'> {
  name: string
  text: { end: string; endOf: (name: string) => string; endTitle: Words; endBody: Words; ended: string }
}

/** The button of an `ItemRow` that revokes, removes or disconnects its item after a confirmation question. */
export function EndItem({ api, after = 'remove:.device', name, text }: EndItemProps) {
  const say = (words: Words) => (typeof words === 'string' ? words : words(name))
  return (
    <ApiButton
      {...{ api, after }}
      toast={text.ended}
      confirm={{ title: say(text.endTitle), body: say(text.endBody), button: text.end }}
      label={text.endOf(name)}
    >
      {text.end}
    </ApiButton>
  )
}

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
  /** Default: `off`. */
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
      autocomplete="off"
      {...attributes}
      {...hooks}
    />
  )
}

function describedBy({ name, hint, id = name }: { name: string; hint?: string | undefined; id?: string }): string {
  return hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
}

/** A character counter, updated by client/behaviors/forms/extras.ts. Screen readers get the limit from the hint. */
export function Counter({ of, value, max }: { of: string; value: string; max: number }) {
  return (
    <span class="counter" {...characterCounter({ field: of, max })} aria-hidden="true">
      {[...value].length} / {max}
    </span>
  )
}

/** The formats that the server accepts. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/webp,image/gif'

interface ImageFieldProps {
  id: string
  /** The text of the button. */
  label: string
  accept?: string
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
        <button type="button" class={button} {...fileChooser()} aria-describedby={hint && `${id}-hint`}>
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

interface CurrentPasswordFieldProps {
  label: string
  text: ComponentText
  error?: string | undefined
  name?: string
  /** Needed if a page has more than one such field. */
  id?: string
}

/** Asks for the current password before a sensitive change. */
export function CurrentPasswordField({ name = 'password', ...rest }: CurrentPasswordFieldProps) {
  return <PasswordField name={name} autocomplete="current-password" required {...rest} />
}

interface NewPasswordFieldProps {
  name: string
  label: string
  hint: (min: number, max: number) => string
  error?: string | undefined
  text: ComponentText
}

/** A field for a new password, with limits and strength meter. */
export function NewPasswordField({ name, hint, ...rest }: NewPasswordFieldProps) {
  return (
    <PasswordField
      name={name}
      hint={hint(PASSWORD_MIN, PASSWORD_MAX)}
      autocomplete="new-password"
      minlength={PASSWORD_MIN}
      maxlength={PASSWORD_MAX}
      required
      extra={<PasswordStrength field={name} doubt={rest.text.weakPassword} />}
      {...rest}
    />
  )
}

/** Updated while the user types, by client/behaviors/account/password-strength.ts. */
function PasswordStrength({ field, doubt }: { field: string; doubt: Question }) {
  return (
    <div class="strength needs-script" {...strengthMeter({ field, strength: 0, doubt })} hidden>
      <i />
      <span role="status" />
    </div>
  )
}

interface NameInPlaceProps {
  api: `PUT /api/${string}`
  name: string
  value: string
  maxlength: number
  label: string
  placeholder?: string
  required?: boolean
  toast: string
  save: string
  /** Style the name as a heading. */
  titled?: boolean
}

/** An inline-editable name. It looks like text; the save button appears while the name is being edited. */
export function NameInPlace({ api, toast, save, label, titled, ...field }: NameInPlaceProps) {
  return (
    <ApiForm api={api} toast={toast} class={`remark ${titled ? 'titled ' : ''}needs-script`}>
      <input class="input" {...field} aria-label={label} autocomplete="off" />
      {/* Safari focuses a clicked button only if it has a tabindex. Without it the button would hide before the click. */}
      <Button type="submit" tabindex={0} kind="small" label={save} />
    </ApiForm>
  )
}

interface ToggleProps {
  id: string
  label: string
  hint: string
  checked: boolean
  /** Method and path of the change: `PUT /api/settings/notify-prefs`. */
  api: `PUT /api/${string}`
  /** The boolean member of the body. */
  name: string
  /** Further members of the body. */
  body?: Record<string, string>
  /** The toast after success. */
  toasts: { on: string; off: string }
}

/** A switch that saves immediately and reverts if saving fails: client/behaviors/forms/toggle.ts. */
export function Toggle({ id, label, hint, checked, api, name, body = {}, toasts }: ToggleProps) {
  return (
    <div class="toggle">
      <div>
        <label for={id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        class="switch needs-script"
        id={id}
        name={name}
        checked={checked}
        aria-describedby={`${id}-hint`}
        {...toggle({ call: api, body, toastOn: toasts.on, toastOff: toasts.off })}
      />
    </div>
  )
}
