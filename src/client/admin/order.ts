import { findAll, has, read } from '#client/hooks.ts'
import { orderButton, orderedItem } from '#features/operations/admin/frame/hooks.ts'

/** Moves an item of an ordered list up or down. The form sends the items in their new order. */
export function orderedLists(): void {
  for (const button of findAll(orderButton))
    button.addEventListener('click', () => {
      const item = button.closest(orderedItem.selector)
      const by = Number(read(orderButton, button).by)
      const neighbour = by < 0 ? item?.previousElementSibling : item?.nextElementSibling
      if (!item || !neighbour || !has(orderedItem, neighbour)) return
      if (by < 0) neighbour.before(item)
      else neighbour.after(item)
      button.focus()
    })
}
