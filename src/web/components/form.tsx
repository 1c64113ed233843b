import type { PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, NeedsScript, Notice } from '#web/components/elements.tsx'
import {
  apiForm,
  copyButton,
  formError,
  formResponse,
  type Question,
  toggle,
} from '#web/components/hooks.ts'
import { type ComponentText, copyTexts } from '#web/components/text.ts'
import type { Refused } from '#web/validation/plain-form.ts'

interface ApiFormProps {
  /** Method and path of the call: `PUT /api/settings/password`. */
  api: `${'POST' | 'PUT' | 'DELETE'} /api/${string}`
  /**
   * The action after success: `reload`, `reset`, `goto:/path?id={id}` (`{id}` is replaced by a
   * member of the response), or `remove:<selector>` to remove an ancestor of the form.
   */
  after?: 'reload' | 'reset' | `goto:${string}` | `remove:${string}`
  /**
   * The toast after success. `{name}` is replaced by a member of the response, `{name:date}` by a
   * formatted date.
   */
  toast?: string
  /** The question to confirm before the form is sent. */
  confirm?: Question
  /**
   * With these texts, the form shows a note that it needs JavaScript. Forms that are only a button
   * show no note.
   */
  text?: ComponentText
  /**
   * The label of a submit button for browsers without JavaScript. They post the fields to the URL
   * of the page, which must accept them.
   */
  plain?: string
  /** The error of the last such submission. */
  problem?: string | undefined
  class?: string
  id?: string
}

/** A form that calls the JSON API. The browser part is client/behaviors/forms/api-form.ts. */
export function ApiForm(props: PropsWithChildren<ApiFormProps>) {
  const { api, after, toast, confirm, text, plain, problem, class: className, id, children } = props
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

interface PlainFormProps {
  /** Where the form is sent. The default is the address of the page. */
  action?: string | undefined
  refused?: Pick<Refused, 'problem'> | undefined
}

/** A form that works without JavaScript, with the error of its last submission. */
export function PlainForm({ action, refused, children }: PropsWithChildren<PlainFormProps>) {
  return (
    <form class="form" method="post" action={action} novalidate>
      {refused?.problem && <Notice tone="danger">{refused.problem}</Notice>}
      {children}
    </form>
  )
}

type SubmitProps = PropsWithChildren<{ label: string; tone?: '' | 'primary' | 'danger' }>

/** The submit button below the fields. The children are beside it. */
export function Submit({ label, tone = 'primary', children }: SubmitProps) {
  return (
    <div class="form-actions needs-script">
      <Button type="submit" kind={tone} label={label} />
      {children}
    </div>
  )
}

interface ApiButtonProps
  extends Pick<ApiFormProps, 'api' | 'after' | 'toast' | 'confirm' | 'class'> {
  /** The classes of the button. */
  button?: string
  /** Accessible name of the button, if its text is not enough. */
  label?: string
}

/** A form that consists of one button. */
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
  text: {
    end: string
    endOf: (name: string) => string
    endTitle: Words
    endBody: Words
    ended: string
  }
}

/** The button of an `ItemRow` that revokes, removes or disconnects the item, after a question. */
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

interface CopyButtonProps {
  value?: string
  /** The id of an element whose text is copied, instead of `value`. */
  of?: string
  label?: string
  name?: string
  kind?: string
  language: Language
}

export function CopyButton({ value, of, label, name, kind = '', language }: CopyButtonProps) {
  const { copy, copied, failed } = copyTexts[language]
  return (
    <Button
      {...copyButton({ copied, failed, value, of })}
      kind={`${kind} needs-script`}
      label={label ?? copy}
      {...(name && { 'aria-label': name })}
    />
  )
}

interface ShownOnceProps {
  /** The id of the element with the value. */
  id: string
  shown: string
  /**
   * The member of the form's response that has the value. Without it, a script other than that of
   * the form fills in the value.
   */
  member?: string
  language: Language
}

/**
 * A value that the server sends only once, with a copy button. The style sheet hides it while it is
 * empty.
 */
export function ShownOnce({ id, shown, member, language }: ShownOnceProps) {
  return (
    <div class="shown-once notice" role="status">
      <p>{shown}</p>
      <output id={id} {...(member && formResponse({ template: `{${member}}` }))} />
      <CopyButton of={id} kind="small" language={language} />
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
  /** Styles the name as a heading. */
  titled?: boolean
}

/**
 * An inline-editable name. It looks like text; the save button appears while the name is being
 * edited.
 */
export function NameInPlace({ api, toast, save, label, titled, ...field }: NameInPlaceProps) {
  return (
    <ApiForm api={api} toast={toast} class={`remark ${titled ? 'titled ' : ''}needs-script`}>
      <input class="input" {...field} aria-label={label} autocomplete="off" />
      {/*
        Safari focuses a clicked button only if it has a tabindex. Without it, the input would lose
        the focus to nothing, and the button would hide before the click.
      */}
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
  /** The toasts after success. */
  toasts: { on: string; off: string }
}

/** A switch that saves immediately and reverts if saving fails: client/entries/member.ts. */
export function Toggle({ api, body = {}, toasts, ...props }: ToggleProps) {
  const hooks = toggle({ call: api, body, toastOn: toasts.on, toastOff: toasts.off })
  return <Switch {...props} needsScript hooks={hooks} />
}

interface SwitchProps extends Pick<ToggleProps, 'id' | 'label' | 'hint'> {
  name?: string
  checked?: boolean
  needsScript?: boolean
  hooks?: Attributes
}

export function Switch({
  id,
  label,
  hint,
  name,
  checked,
  needsScript = false,
  hooks,
}: SwitchProps) {
  return (
    <div class="toggle line apart">
      <div>
        <label for={id}>{label}</label>
        <p class="soft small" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        class={needsScript ? 'switch needs-script' : 'switch'}
        id={id}
        name={name}
        checked={checked}
        aria-describedby={`${id}-hint`}
        {...hooks}
      />
    </div>
  )
}
