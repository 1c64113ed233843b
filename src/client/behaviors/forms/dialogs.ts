import { element } from '#client/elements.ts'
import { closest, read } from '#client/hooks.ts'
import { clientText } from '#client/text.ts'
import { dialogCloser, dialogOpener, type Question } from '#web/components/hooks.ts'

export function dialogs(): void {
  document.addEventListener('click', ({ target }) => {
    const opener = closest(dialogOpener, target)
    const dialog = opener && document.getElementById(read(dialogOpener, opener).dialog)
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
    closest(dialogCloser, target)?.closest('dialog')?.close()
  })
  document.addEventListener('keydown', confirmByKeys)
}

/** Ctrl+Enter, or Command+Enter, presses the main button of the dialog. */
function confirmByKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, isComposing, defaultPrevented, target } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing || defaultPrevented) return
  const dialog = target instanceof Element ? target.closest('dialog[open]') : null
  const main = dialog?.querySelector<HTMLElement>('.dialog-actions .primary')
  if (!main) return
  event.preventDefault()
  main.click()
}

interface OpenDialog {
  dialog: HTMLDialogElement
  /** The `returnValue` of the dialog, when it closes. */
  answer: Promise<string>
}

/**
 * Opens a native dialog, which traps the focus and closes with Escape. It is removed from the page
 * when it closes.
 */
export function openDialog(id: string, title: string, ...content: Node[]): OpenDialog {
  const heading = element('h2', { id: `${id}-title` }, title)
  const dialog = element('dialog', { className: 'dialog' }, heading, ...content)
  dialog.setAttribute('aria-labelledby', heading.id)
  document.body.append(dialog)
  dialog.showModal()
  const answer = new Promise<string>((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    })
  })
  return { dialog, answer }
}

/**
 * Asks a question in a dialog. The button that cancels comes first and gets the focus, because it
 * is the safe one.
 */
export async function confirmed({ title, body, button, calm }: Question): Promise<boolean> {
  const choice = (value: string, className: string, label: string) =>
    element('button', { value, className }, label)
  const actions = element(
    'form',
    { className: 'dialog-actions', method: 'dialog' },
    choice('cancel', 'button', clientText().cancel),
    choice('yes', calm ? 'button primary' : 'button danger primary', button),
  )
  const { dialog, answer } = openDialog(
    'confirm',
    title,
    element('p', { id: 'confirm-body' }, body),
    actions,
  )
  dialog.setAttribute('aria-describedby', 'confirm-body')
  return (await answer) === 'yes'
}
