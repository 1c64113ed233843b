import { toast } from '#client/behaviors/toast.ts'
import { pageLanguage } from '#client/text.ts'

const LABELS = { 'zh-CN': '撤销', en: 'Undo' }

/** Shows a message with an undo button for as long as the message is visible. */
export function undoable(message: string, undo: () => void): void {
  const said = toast(message)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'undo'
  button.textContent = LABELS[pageLanguage()]
  button.addEventListener('click', () => {
    said.remove()
    undo()
  })
  said.append(button)
}
