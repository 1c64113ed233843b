import { part } from '#client/editor/parts.ts'
import { find, where } from '#client/hooks.ts'
import { importPart } from '#features/pages/studio/import/hooks.ts'

type Name = Parameters<typeof importPart>[0]['name']

export function at(name: Name): HTMLElement {
  return partOf(name, HTMLElement)
}

export function partOf<E extends HTMLElement>(name: Name, kind: new () => E): E {
  return part(document, where(importPart, { name }).selector, kind)
}

export function onPress(name: Name, act: () => void): void {
  at(name).addEventListener('click', act)
}

const STEPS = ['choose', 'reading', 'plan', 'run'] as const

/** Shows one step and moves the focus to its heading or first button, because the pressed control is gone. */
export function showStep(step: (typeof STEPS)[number]): void {
  for (const name of STEPS) at(name).hidden = name !== step
  find({ selector: step === 'choose' ? 'button' : 'h2' }, at(step))?.focus({ preventScroll: true })
  scrollTo({ top: 0 })
}
