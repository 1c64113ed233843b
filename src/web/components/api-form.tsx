import type { PropsWithChildren } from 'hono/jsx'
import { Button } from '#web/components/button.tsx'
import { apiForm, formError, type Question } from '#web/components/hooks.ts'
import { NeedsScript } from '#web/components/notice.tsx'
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
