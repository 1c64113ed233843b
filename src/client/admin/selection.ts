import { find, findAll, has } from '#client/hooks.ts'
import { selectAll, selectBox } from '#features/operations/admin/frame/hooks.ts'
/** Which items of a list are selected. With Shift, all from the one selected before. */
export class Selection {
  #last: HTMLInputElement | undefined

  constructor(changed: () => void) {
    document.addEventListener('click', (event) => {
      const box = event.target
      if (!(box instanceof HTMLInputElement)) return
      if (has(selectAll, box)) this.#setAll(box.checked)
      else if (!has(selectBox, box)) return
      else this.#pressed(box, event.shiftKey)
      changed()
    })
  }

  get boxes(): HTMLInputElement[] {
    return [...findAll<HTMLInputElement>(selectBox)]
  }

  get ids(): number[] {
    return this.boxes.filter(({ checked }) => checked).map(({ value }) => Number(value))
  }

  clear(): void {
    this.#setAll(false)
  }

  /** What "select all" shows follows from the rest. */
  showAll(): void {
    const all = find<HTMLInputElement>(selectAll)
    if (!all) return
    all.checked = this.ids.length > 0 && this.ids.length === this.boxes.length
    all.indeterminate = this.ids.length > 0 && !all.checked
  }

  #pressed(box: HTMLInputElement, withShift: boolean): void {
    const { boxes } = this
    const [from, to] = [this.#last ? boxes.indexOf(this.#last) : -1, boxes.indexOf(box)]
    if (withShift && from >= 0) {
      for (const between of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) between.checked = box.checked
    }
    this.#last = box
  }

  #setAll(checked: boolean): void {
    for (const box of this.boxes) box.checked = checked
  }
}
