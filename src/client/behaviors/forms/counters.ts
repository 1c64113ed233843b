import { findAll, read } from '#client/hooks.ts'
import { whenShown } from '#client/when-shown.ts'
import { characterCounter } from '#web/components/hooks.ts'

/** Characters as a person counts them, while typing. Too many are shown, not cut off: what was pasted is not lost. */
export function counters(): void {
  for (const counter of findAll(characterCounter)) {
    const { field: name, max } = read(characterCounter, counter)
    const field = counter.closest('form')?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const count = () => {
      const length = [...(field?.value.trim() ?? '')].length
      counter.textContent = `${length} / ${max}`
      counter.classList.toggle('over', length > max)
    }
    field?.addEventListener('input', count)
    whenShown(count)
  }
}
