import { ApiError } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { toastAfterwards, toastProblem } from '#client/behaviors/toast.ts'
import { closest, find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import {
  seriesAdd,
  seriesHandle,
  seriesItem,
  seriesList,
  seriesMove,
  seriesState,
} from '#features/pages/studio/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/** Orders the posts of a series by drag and by buttons, and saves each new order. */
function seriesOrder(): void {
  const list = find(seriesList)
  const state = find(seriesState)
  if (!list || !state) return
  const { api: path, moved, version: shown } = read(seriesList, list)
  const { saving, saved } = read(seriesState, state)
  const items = () => [...findAll(seriesItem, list)]
  const orderNow = () => items().map((item) => read(seriesItem, item).id)
  let version = shown
  let isSending = false
  let isChanged = false

  /**
   * One request at a time, because each needs the version after the one before. Changes during a
   * request are sent together.
   */
  async function save(added: number[] = []): Promise<void> {
    isChanged = true
    if (isSending) return
    isSending = true
    try {
      while (isChanged) {
        isChanged = false
        say(saving)
        version = Number((await api.put(path, { ids: [...orderNow(), ...added], version })).version)
      }
      if (added.length > 0) location.reload()
      else say(saved)
    } catch (error) {
      say('')
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500)
        return toastProblem(error)
      // The page shows an order that is not the stored one, so it is loaded again.
      toastAfterwards(error.message)
      location.reload()
    } finally {
      isSending = false
    }
  }

  function say(sentence: string): void {
    if (state) state.textContent = sentence
  }

  list.addEventListener('click', ({ target }) => {
    const button = closest(seriesMove, target)
    const item = closest(seriesItem, target)
    if (!button || !item) return
    const { by } = read(seriesMove, button)
    if (by === 'out') {
      const near = item.nextElementSibling ?? item.previousElementSibling
      item.remove()
      if (near) find(seriesMove, near)?.focus()
    } else {
      const beside = by === '-1' ? item.previousElementSibling : item.nextElementSibling
      if (!beside) return
      beside[by === '-1' ? 'before' : 'after'](item)
      button.focus()
    }
    void save().then(() => {
      if (by !== 'out')
        say(
          filled(moved, { nth: String(items().indexOf(item) + 1), count: String(items().length) }),
        )
    })
  })

  list.addEventListener('pointerdown', (event) => {
    const item = closest(seriesItem, event.target)
    if (item && closest(seriesHandle, event.target) && event.button === 0) drag(event, item)
  })

  /**
   * The listeners are on the document, because moving an element in the page ends its pointer
   * capture.
   */
  function drag(start: PointerEvent, item: HTMLElement): void {
    start.preventDefault()
    const before = orderNow().join()
    const dragging = new AbortController()
    const { signal } = dragging
    item.classList.add('dragged')
    const move = ({ clientY }: PointerEvent) => {
      const others = items().filter((other) => other !== item)
      const below = others.find((other) => {
        const { top, height } = other.getBoundingClientRect()
        return clientY < top + height / 2
      })
      if (below) below.before(item)
      else others.at(-1)?.after(item)
    }
    const end = () => {
      dragging.abort()
      item.classList.remove('dragged')
      if (orderNow().join() !== before) void save()
    }
    document.addEventListener('pointermove', move, { signal })
    for (const name of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(name, end, { signal })
  }

  const form = find<HTMLFormElement>(seriesAdd)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void save([Number(new FormData(form).get('post'))])
  })
}

attach(seriesOrder)
