import type { CannedReason } from '#features/operations/admin/frame/canned-reasons.ts'
import {
  batchBar,
  batchChoice,
  batchClearer,
  batchCount,
  batchDialog,
  batchForm,
  batchOpener,
  batchOption,
  batchPart,
  dialogTitle,
} from '#features/operations/admin/frame/hooks.ts'
import { adminTexts, batchTexts } from '#features/operations/admin/frame/text.ts'
import { DaysField, type Instead, InsteadButton, ReasonField } from '#features/operations/admin/frame/views-dialogs.tsx'
import { type ErrorCode, errorMessage } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button } from '#web/components/button.tsx'
import { DialogActions } from '#web/components/dialog.tsx'
import { formError } from '#web/components/hooks.ts'

export interface BatchAction {
  name: string
  label: string
  needsReason?: boolean
  /** Shown in the dialog of this action. */
  warning?: string
  /** Another action that the dialog offers in place of this one. */
  instead?: Instead
  /** For actions without a batch endpoint: called once per item, with `{id}` in the path. */
  each?: { api: `${'POST' | 'PUT'} /api/admin/${string}`; body?: Record<string, string | boolean> }
}

interface BatchBarProps {
  /** The batch endpoint. */
  api?: `POST /api/admin/${string}`
  actions: readonly BatchAction[]
  reasons: readonly CannedReason[]
  max?: number
  /** Asks for the number of days, up to this. */
  days?: number
  language: Language
}

const REFUSALS: readonly ErrorCode[] = ['invalid_transition', 'not_found', 'version_conflict', 'forbidden']

/** Appears when rows are selected. The dialog asks for one reason for all of them. */
export function BatchBar({ api, actions, reasons, max, days, language }: BatchBarProps) {
  const text = batchTexts[language]
  const refusals = Object.fromEntries(REFUSALS.map((code) => [code, errorMessage(code, language)]))
  return (
    <section
      class="batch-bar needs-script"
      aria-label={text.bar}
      {...batchBar({ ...text, call: api ?? '', refusals })}
      hidden
    >
      <p role="status" {...batchCount({ template: text.selected })} />
      {actions.length > 1 && (
        <select class="input" aria-label={text.action} {...batchChoice()}>
          {actions.map(({ name, label, needsReason, each }) => (
            <option
              value={name}
              {...batchOption({ needsReason: needsReason ?? false, each: each?.api, body: each?.body })}
            >
              {label}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        class="button primary"
        {...batchOpener({ action: actions.length > 1 ? '' : (actions[0]?.label ?? '') })}
      >
        {actions.length > 1 ? text.apply : actions[0]?.label}
      </button>
      <Button {...batchClearer()} kind="quiet" label={text.clear} />
      <BatchDialog
        actions={actions}
        reasons={reasons}
        language={language}
        {...(max && { max })}
        {...(days && { days })}
      />
    </section>
  )
}

function BatchDialog({ actions, reasons, max, days, language }: Omit<BatchBarProps, 'api'>) {
  const text = batchTexts[language]
  return (
    <dialog class="dialog reason-dialog" aria-labelledby="batch-title" {...batchDialog()}>
      <h2 id="batch-title" {...dialogTitle({ template: text.title })}>
        {text.title}
      </h2>
      <p>{text.lead}</p>
      {actions.map(({ name, warning }) => warning && <p {...batchPart({ action: name })}>{warning}</p>)}
      <form class="form" {...batchForm()} novalidate>
        <div class="notice danger" role="alert" {...formError()} hidden />
        <ReasonField id="batch-reason" reasons={reasons} isOptional language={language} {...(max && { max })} />
        {days && <DaysField id="batch-days" max={days} language={language} />}
        <DialogActions cancel={adminTexts[language].cancel} submit={text.apply} danger>
          {actions.map(
            ({ name, instead }) => instead && <InsteadButton instead={instead} hooks={batchPart({ action: name })} />,
          )}
        </DialogActions>
      </form>
    </dialog>
  )
}
