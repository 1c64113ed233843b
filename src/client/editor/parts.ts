import { where } from '#client/hooks.ts'
import { editorPart } from '#features/pages/studio/hooks.ts'

/** An element that the page must contain. */
export function part<E extends Element>(
  parent: ParentNode,
  selector: string,
  kind: new () => E,
): E {
  const found = parent.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`)
  return found
}

/**
 * A copy of a template that the server rendered for the editor;
 * features/pages/studio/write/views-write-toolbar.tsx.
 */
export function copyOf(name: Parameters<typeof editorPart>[0]['name']): HTMLElement {
  const template = part(document, where(editorPart, { name }).selector, HTMLTemplateElement)
  const copy = template.content.firstElementChild?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) throw new Error(`the template ${name} is empty`)
  // The text around the copy is editable. The controls of the copy are not.
  copy.contentEditable = 'false'
  return copy
}

interface Delayed {
  cancel(): void
  /** Starts the delay, or starts it again. */
  in(milliseconds: number): void
}

/** A timer that can be restarted and cancelled. */
export function delayed(happen: () => void): Delayed {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (timer !== undefined) clearTimeout(timer)
  }
  return {
    cancel,
    in(milliseconds: number): void {
      cancel()
      timer = setTimeout(happen, milliseconds)
    },
  }
}
