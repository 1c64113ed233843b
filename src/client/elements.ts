export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  facts: Partial<Pick<HTMLElementTagNameMap[K], keyof HTMLElementTagNameMap[K]>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), facts)
  made.append(...children)
  return made
}

export function button(label: string, className: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', className }, label)
  made.addEventListener('click', press)
  return made
}

/** Shows a message in its line. The line is hidden while it is empty. */
export function say(line: HTMLElement | null, message: string): void {
  if (!line) return
  line.textContent = message
  line.hidden = message === ''
}

/**
 * A page contains only the icons it uses, and the worker and the colours of code only if it shows
 * code. Content copied from another page needs what is missing here.
 */
export function bringShared(from: Document): void {
  const here = document.getElementById('icons')
  for (const drawing of from.querySelectorAll('#icons symbol')) {
    if (!document.getElementById(drawing.id)) here?.append(drawing)
  }
  for (const shared of CODE) {
    const theirs = from.querySelector(shared)
    if (theirs && !document.querySelector(shared)) document.head.append(theirs)
  }
}

const CODE = ['meta[name="code-worker"]', '#code-colours']
