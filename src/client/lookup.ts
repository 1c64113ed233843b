import { element } from '#client/elements.ts'
import { AVATAR_WIDTH, atWidth } from '#kernel/image-widths.ts'
import { hueOf } from '#web/components/hooks.ts'

/** Milliseconds without a key after which a lookup begins. */
const PAUSE = 150

interface DebouncedLookup {
  /** Cancels the scheduled lookup and ignores the response to a running one. */
  cancel(): void
  schedule(): void
  /** The response, or null if it is outdated. */
  latest<T>(request: T | Promise<T>): Promise<T | null>
}

/**
 * Debounced lookups during typing. Only the response to the last lookup counts. Responses that
 * arrive after blur or Escape are ignored, because they would open a list over the rest of the
 * page.
 */
export function debouncedLookup(field: HTMLElement, look: () => void): DebouncedLookup {
  let last = 0
  let timer = 0
  const cancel = () => {
    last++
    clearTimeout(timer)
  }
  field.addEventListener('blur', cancel)
  field.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel())
  return {
    cancel,
    schedule() {
      cancel()
      timer = setTimeout(look, PAUSE)
    },
    async latest<T>(request: T | Promise<T>): Promise<T | null> {
      const own = ++last
      const response = await request
      return own === last && document.activeElement === field ? response : null
    },
  }
}

export interface ChoiceList {
  close(): void
  /** The index of the selected choice; -1 if none is selected. */
  readonly current: number
  /** Shows elements that are or contain the choices, and selects one of the choices. */
  show(content: HTMLElement[], selected: number): void
}

interface Choices {
  /** Called with the index of the accepted choice. The browser follows a pressed link itself. */
  take(index: number): void
  /** The keys that accept the selected choice. The default is Enter. */
  accepts?(event: KeyboardEvent): boolean
  /**
   * The first index that the arrow keys reach. With -1 they also reach the field itself, before the
   * first choice and after the last one.
   */
  least?: -1 | 0
}

/**
 * A list of choices below a field. The focus stays in the field, and `aria-activedescendant` names
 * the selected choice. Enter or a press accepts it, and Escape closes the list.
 */
export function choiceList(
  field: HTMLElement,
  list: HTMLElement,
  { take, accepts = ({ key }) => key === 'Enter', least = 0 }: Choices,
): ChoiceList {
  let options: HTMLElement[] = []
  let current = -1

  const point = (index: number) => {
    current = index
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === current)
    const option = options[current]
    option?.scrollIntoView({ block: 'nearest' })
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
  }
  const step = (index: number) => {
    if (index < least) point(options.length - 1)
    else point(index >= options.length ? least : index)
  }
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen
    if (field.ariaExpanded !== null) field.ariaExpanded = String(isOpen)
  }
  const close = () => {
    setOpen(false)
    point(-1)
  }
  const indexOf = (target: EventTarget | null) =>
    options.findIndex((option) => option.contains(target as Node))

  const press = (event: KeyboardEvent) => {
    // During IME composition the keys belong to the input method.
    if (list.hidden || event.isComposing) return
    if (event.key === 'ArrowDown') step(current + 1)
    else if (event.key === 'ArrowUp') step(current - 1)
    else if (event.key === 'Escape') close()
    else if (accepts(event) && current >= 0) take(current)
    else return
    event.preventDefault()
  }
  // In the capture phase, so that an editor around the field does not handle the key too.
  field.addEventListener('keydown', press, { capture: true })
  // `pointerdown` is used, because a click would first take the focus from the field, and the list
  // would close.
  let isTouch = false
  const takePressed = ({ target }: Event) => {
    const index = indexOf(target)
    if (index >= 0 && !(options[index] instanceof HTMLAnchorElement)) take(index)
  }
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    isTouch = event.pointerType === 'touch'
    if (!isTouch) takePressed(event)
  })
  // A finger may scroll the list, so only a tap counts.
  list.addEventListener('click', (event) => isTouch && takePressed(event))
  // Moving the pointer also selects, so that Enter accepts the highlighted choice. A pointer at
  // rest below an opening list selects nothing.
  list.addEventListener('pointermove', ({ target }) => {
    const index = indexOf(target)
    if (index >= least && index !== current) point(index)
  })

  return {
    close,
    get current(): number {
      return current
    },
    show(content: HTMLElement[], selected: number): void {
      list.replaceChildren(...content)
      options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
      for (const [at, option] of options.entries()) option.id = `${list.id}-${at}`
      setOpen(options.length > 0)
      point(options.length > 0 ? selected : -1)
    },
  }
}

/** The avatar of a user in a response. The markup is that of features/core/shell/user.tsx. */
export function smallAvatar({
  uid,
  display_name,
  avatar_url,
}: Record<string, unknown>): HTMLElement {
  if (typeof avatar_url === 'string')
    return element('img', {
      className: 'avatar small',
      src: atWidth(avatar_url, AVATAR_WIDTH),
      alt: '',
    })
  const letter = [...String(display_name)][0]?.toUpperCase() ?? ''
  return element(
    'span',
    { className: `avatar small ${hueOf(Number(uid))}`, ariaHidden: 'true' },
    letter,
  )
}
