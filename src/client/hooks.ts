// One chunk instead of two: every page needs both.
import '#web/components/hooks.ts'
import { type Facts, type Hook, type Shape, written } from '#kernel/hooks.ts'

interface Named {
  selector: string
}

export function find<E extends HTMLElement = HTMLElement>(
  { selector }: Named,
  root: ParentNode = document,
): E | null {
  return root.querySelector<E>(selector)
}

export function findAll<E extends HTMLElement = HTMLElement>(
  { selector }: Named,
  root: ParentNode = document,
) {
  return root.querySelectorAll<E>(selector)
}

export function closest<E extends HTMLElement = HTMLElement>(
  { selector }: Named,
  target: EventTarget | null,
) {
  return target instanceof Element ? target.closest<E>(selector) : null
}

export function has({ selector }: Named, element: Element): boolean {
  return element.matches(selector)
}

export function read<S extends Shape>({ facts }: Hook<S>, element: Element): Facts<S> {
  return Object.fromEntries(
    facts.map(({ fact, name, kind }) => [fact, kind(element.getAttribute(name))]),
  ) as Facts<S>
}

/** Sets the given facts; undefined or false removes one. */
export function write<S extends Shape>(
  hook: Hook<S>,
  element: Element,
  given: Partial<Facts<S>>,
): void {
  for (const [name, value] of attributesOf(hook, given)) {
    if (value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}

export function where<S extends Shape>(hook: Hook<S>, given: Partial<Facts<S>>): Named {
  const conditions = attributesOf(hook, given).map(
    ([name, value = '']) => `[${name}="${CSS.escape(value)}"]`,
  )
  return { selector: conditions.join('') }
}

function attributesOf<S extends Shape>({ facts }: Hook<S>, given: Partial<Facts<S>>) {
  return facts
    .filter(({ fact }) => Object.hasOwn(given, fact))
    .map(({ fact, name }) => [name, written(given[fact])] as const)
}
