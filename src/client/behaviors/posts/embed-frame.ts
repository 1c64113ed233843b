import { element } from '#client/elements.ts'
import { EMBED } from '#kernel/html/hooks.ts'

/** Replaces the button of an embed by its frame. */
export function showFrame(button: Element): void {
  // The name of the service and the text of the link.
  const words = [...(button.previousElementSibling?.children ?? [])].map(
    ({ textContent }) => textContent,
  )
  const frame = element('iframe', {
    src: button.getAttribute(EMBED.frame) ?? '',
    title: words.join(': '),
    referrerPolicy: 'strict-origin',
    loading: 'lazy',
    allowFullscreen: true,
  })
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  button.replaceWith(frame)
  frame.focus()
}
