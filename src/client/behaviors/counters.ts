import { whenShown } from '#client/when-shown.ts'

/** Characters as a person counts them, while typing. Too many are shown, not cut off: what was pasted is not lost. */
export function counters(): void {
  for (const counter of document.querySelectorAll<HTMLElement>('[data-counter-of]')) {
    const field = counter.closest('form')?.querySelector<HTMLInputElement>(`[name="${counter.dataset.counterOf}"]`)
    const count = () => {
      const length = [...(field?.value.trim() ?? '')].length
      const max = Number(counter.dataset.max)
      counter.textContent = `${length} / ${max}`
      counter.classList.toggle('over', length > max)
    }
    field?.addEventListener('input', count)
    whenShown(count)
  }
}
