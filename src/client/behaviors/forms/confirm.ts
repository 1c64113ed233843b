import { clientText } from '#client/text.ts'
import type { Question } from '#web/components/hooks.ts'

/** Asks in a native dialog, which traps the focus and closes with Escape. The safe button is focused. */
export function confirmed({ title, body, button, calm }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('aria-labelledby', 'confirm-title')
  dialog.setAttribute('aria-describedby', 'confirm-body')
  const actions = element('form', 'dialog-actions')
  actions.setAttribute('method', 'dialog')
  const yes = calm ? 'button primary' : 'button danger primary'
  actions.append(answer('cancel', clientText().cancel, 'button'), answer('yes', button, yes))
  dialog.append(element('h2', '', title, 'confirm-title'), element('p', '', body, 'confirm-body'), actions)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}

function answer(value: string, label: string, className: string): HTMLElement {
  const button = element('button', className, label)
  button.setAttribute('value', value)
  return button
}

function element(name: string, className: string, text = '', id = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  if (id) made.id = id
  made.textContent = text
  return made
}
