import type { Editor } from '@tiptap/core'
import { ApiError, isRecord } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { toast } from '#client/behaviors/toast.ts'
import { bodyEditor, bodyOf } from '#client/editor/body-editor.ts'
import { uploadsInProgress } from '#client/editor/extensions/uploads.ts'
import { part } from '#client/editor/parts.ts'
import { editorTools } from '#client/editor/toolbar.ts'
import { showProblems } from '#client/editor/write-form.ts'
import { find, read } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { inBrowser } from '#client/storage.ts'
import { type SitePageFacts, sitePageForm } from '#features/operations/admin/frame/hooks.ts'
import { writeBody } from '#features/pages/studio/hooks.ts'

/**
 * The page on which the owner edits a text about the site. Its button saves; until then a copy of
 * the text is stored in this browser.
 */
function sitePage(): void {
  const form = find<HTMLFormElement>(sitePageForm)
  if (!form) return
  const { facts } = read(sitePageForm, form)
  const copy = unsavedText(`joule-page ${facts.name} ${facts.language}`)
  const mount = part(form, writeBody.selector, HTMLElement)
  const kept = copy.read(facts.version)
  const editor = bodyEditor({
    mount,
    ...read(writeBody, mount),
    body: kept,
    changed: () => copy.write(facts.version, bodyOf(editor)),
  })
  if (kept !== null) toast(facts.restored)
  editorTools(form, editor)
  const button = part(form, '[type="submit"]', HTMLButtonElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.ariaBusy !== 'true') void save(form, button, editor, facts, copy.clear)
  })
}

async function save(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  editor: Editor,
  facts: SitePageFacts,
  done: () => void,
): Promise<void> {
  if (uploadsInProgress(editor.state) > 0) {
    toast(facts.uploading, 'danger')
    return
  }
  button.ariaBusy = 'true'
  const { name, language, version } = facts
  try {
    const response = await quietApi.put(`/api/admin/pages/${name}`, {
      language,
      version,
      body: bodyOf(editor),
    })
    // The pages about, rules and privacy are in `page`, which is null for a removed text.
    const page = 'page' in response ? response.page : response
    facts.version = isRecord(page) ? Number(page.version) : null
    done()
    showProblems(form, {})
    toast(page ? facts.saved : facts.removed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const homeless = showProblems(form, error.fields)
    if (Object.keys(error.fields).length === 0 || homeless.length > 0)
      toast(error.message, 'danger')
  } finally {
    button.ariaBusy = 'false'
  }
}

/**
 * An unsaved text in this browser. It is valid only for the version of the page that it was based
 * on.
 */
function unsavedText(key: string) {
  return {
    read(version: number | null): string | null {
      const stored = inBrowser.readJson(key)
      return isRecord(stored) && stored.version === version && typeof stored.body === 'string'
        ? stored.body
        : null
    },
    write: (version: number | null, body: string) =>
      void inBrowser.write(key, JSON.stringify({ version, body })),
    clear: () => inBrowser.remove(key),
  }
}

attach(sitePage)
