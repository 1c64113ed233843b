import { recordsIn } from '#client/api-error.ts'
import { setFieldError } from '#client/behaviors/forms/fields.ts'
import { problemIn, toastProblem } from '#client/behaviors/toast.ts'
import { find, read, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'
import { folderBox, foldersLine } from '#features/community/favorites/hooks.ts'
import { shownName } from '#kernel/default-folder.ts'

interface Folder {
  id: number
  name: string
  public: boolean
}

interface FolderMenu {
  /** Call when the menu is outdated and must be loaded again. */
  forget(): void
}

/**
 * The folders of the reader, checked if they contain the post, and a form for a new folder. They
 * are loaded when the menu is first opened.
 */
export function folderMenu(
  choice: HTMLElement,
  postId: number,
  favorited: (isFavorite: boolean) => void,
): FolderMenu {
  const menu = choice.querySelector('details')
  const list = choice.querySelector('ul')
  const say = find(foldersLine, choice)
  const form = choice.querySelector('form')
  const template = choice.querySelector('template')
  let isKnown = false

  const add = (folder: Folder, holds: boolean) => {
    const item = template?.content.firstElementChild?.cloneNode(true)
    if (!(item instanceof HTMLElement) || !list || !say) return
    const [box, name, secret] = item.querySelectorAll<HTMLElement>('input, span')
    if (!(box instanceof HTMLInputElement) || !name || !secret) return
    box.checked = holds
    write(folderBox, box, folder)
    name.textContent = folder.name
    secret.hidden = folder.public
    list.append(item)
    list.hidden = false
    say.hidden = true
  }

  const load = async () => {
    isKnown = true
    // The boxes of an outdated list must not be used: the response replaces them.
    if (list) list.inert = true
    try {
      const [folders, status] = await Promise.all([
        api.get('/api/folders'),
        api.get(`/api/posts/${postId}/folder-status`),
      ])
      const holding = Array.isArray(status.folder_ids) ? status.folder_ids : []
      list?.replaceChildren()
      if (say) say.textContent = read(foldersLine, say).none
      for (const folder of foldersIn(folders)) add(folder, holding.includes(folder.id))
    } catch (error) {
      isKnown = false
      if (menu) menu.open = false
      toastProblem(error)
    } finally {
      if (list) list.inert = false
    }
  }

  const isHeld = () => list?.querySelector('input:checked') !== null

  const opened = () => menu?.open && !isKnown && void load()
  menu?.addEventListener('toggle', opened)
  opened()
  list?.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const path = `/api/folders/${read(folderBox, target).id}/posts`
    favorited(isHeld())
    try {
      await (target.checked ? api.post(path, { post_id: postId }) : api.delete(`${path}/${postId}`))
    } catch (error) {
      target.checked = !target.checked
      favorited(isHeld())
      toastProblem(error)
    }
  })
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const input = form.querySelector('input')
    if (!input || form.ariaBusy === 'true' || input.value.trim() === '') return input?.focus()
    form.ariaBusy = 'true'
    setFieldError(input, '')
    try {
      const [folder] = foldersIn({ items: [await api.post('/api/folders', { name: input.value })] })
      if (!folder) return
      await api.post(`/api/folders/${folder.id}/posts`, { post_id: postId })
      add(folder, true)
      favorited(true)
      input.value = ''
    } catch (error) {
      setFieldError(input, problemIn(error))
    } finally {
      form.ariaBusy = null
    }
  })

  return {
    forget() {
      isKnown = false
      if (menu?.open) void load()
    },
  }
}

function foldersIn(response: unknown): Folder[] {
  return recordsIn(response, 'items').map(({ id, name, public: isPublic, is_default }) => {
    const shown = shownName({ name: String(name), is_default: is_default === true }, pageLanguage())
    return { id: Number(id), name: shown, public: isPublic === true }
  })
}
