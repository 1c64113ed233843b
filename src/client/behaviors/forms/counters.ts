import { findAll, read } from '#client/hooks.ts'
import { onPageShow } from '#client/on-page-show.ts'
import { characterCounter } from '#web/components/hooks.ts'

/** Counts characters as users see them. Text over the limit is marked, not cut off, so that pasted text is not lost. */
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
    onPageShow(count)
  }
}
