import { refresh } from '#client/behaviors/relative-times.ts'
import { closest, find } from '#client/hooks.ts'
import { bringIcons } from '#client/icons.ts'
import { tokenForm, tokenList } from '#features/accounts/access-tokens/hooks.ts'

/** The page stays open, because it shows the token only once; only the list is updated. */
export function newToken(): void {
  document.addEventListener('joule:answered', async ({ target }) => {
    const form = closest(tokenForm, target)
    if (!form) return
    const name = form.querySelector<HTMLInputElement>('[name="name"]')
    if (name) name.value = ''
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const list = find(tokenList, page)
    if (!list) return
    bringIcons(page)
    find(tokenList)?.replaceWith(list)
    refresh()
  })
}
