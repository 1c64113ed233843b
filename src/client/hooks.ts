// Every page needs this file and that of the hooks, so both are put into one chunk.
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
): NodeListOf<E> {
  return root.querySelectorAll<E>(selector)
}

/** The nearest element with this hook around the target of an event, or the target itself. */
export function closest<E extends HTMLElement = HTMLElement>(
  { selector }: Named,
  target: EventTarget | null,
): E | null {
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

/** Sets the given facts of a hook. The value undefined or false removes a fact. */
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

/** Selects only the elements that have these facts. */
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
