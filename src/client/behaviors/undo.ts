import { toast } from '#client/behaviors/toast.ts'
import { pageLanguage } from '#client/text.ts'

const LABELS = { 'zh-CN': '撤销', en: 'Undo' }

/** Says what was done, and offers to take it back as long as it is said. */
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
