import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AdminList } from '#features/operations/admin/frame/views-list.tsx'
import { AdminTagShape, adminTagPage } from '#features/operations/admin/tags/list.ts'
import { tagSuggestions } from '#features/operations/admin/tags/suggestions.ts'
import { adminTagsTexts } from '#features/operations/admin/tags/text.ts'
import {
  MergeNotice,
  type MergeOutcome,
  SuggestedMerges,
  TagForms,
  TagRow,
} from '#features/operations/admin/tags/views.tsx'
import { tagPath } from '#features/publishing/posts/post.ts'
import {
  createTag,
  deleteTag,
  description,
  MERGED_TAGS_MAX,
  mergeTag,
  NewTag,
  TagChanges,
  updateTag,
} from '#features/publishing/tags/change.ts'
import { TagShape } from '#features/publishing/tags/tags.ts'
import { AppError, errorMessage, isOurFault } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes, dropCached } from '#web/cache/edge-cache.ts'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { admin } from '#web/guards/access.ts'
import { freshSession } from '#web/guards/fresh-session.ts'
import { adminFreshWrite, adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { listOf, repeats } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { FORM_MAX, plainForm } from '#web/validation/plain-form.ts'
import { json, pageQuery, pageRequest, param, query } from '#web/validation/validate.ts'

const tag = text({ min: 1, max: TAG_MAX })
const tagParam = param(z.object({ tag }))

export const adminTagsApi = new Hono<AppEnv>()
  .get(
    '/admin/tags',
    adminRead('listAdminTags', listOf(AdminTagShape)),
    summary(
      'List all tags with their synonyms, the most used first. With `q`, those that start with it, by name',
    ),
    query(z.object({ q: searchInput, ...pageQuery })),
    async (c) => {
      const { q, ...asked } = c.req.valid('query')
      return c.json(await c.var.db.read(adminTagPage(q, pageRequest(asked))))
    },
  )
  .post(
    '/admin/tags',
    adminWrite('createAdminTag', 'refused: validation_failed', { 201: TagShape }),
    summary('Create a tag without posts'),
    changes(),
    json(NewTag),
    async (c) => c.json(await byAdmin(c, createTag, c.req.valid('json')), 201),
  )
  .put(
    '/admin/tags/:tag',
    adminWrite('updateAdminTag', 'idempotent', TagShape),
    summary(
      'Change a tag. A missing field stays, an empty one is removed. A new `name` renames the tag, and its old address redirects. Posts that are saved with one of the `synonyms` get the tag. `translation_of` names the same tag in the other language, on both tags',
    ),
    changes(),
    tagParam,
    json(TagChanges),
    async (c) => c.json(await byAdmin(c, updateTag, c.req.valid('param').tag, c.req.valid('json'))),
  )
  .post(
    '/admin/tags/:tag/merge',
    adminFreshWrite('mergeAdminTag', 'idempotent', TagShape),
    summary(
      'Merge a tag into another one. Its posts, follows, letter subscriptions and synonyms move, and its address redirects. The posts of a large tag are moved in the background',
    ),
    changes(),
    tagParam,
    json(z.object({ into: tag })),
    async (c) =>
      c.json(await byAdmin(c, mergeTag, c.req.valid('param').tag, c.req.valid('json').into)),
  )
  .delete(
    '/admin/tags/:tag',
    adminFreshWrite('deleteAdminTag', 'refused: not_found', null),
    summary('Delete a tag. Posts lose it, and its follows and letter subscriptions end'),
    changes(),
    tagParam,
    (c) => done(c, byAdmin(c, deleteTag, c.req.valid('param').tag)),
  )

const TagForm = z.object({ tag, description })
const MergeForm = z.object({ tag: z.array(tag).max(MERGED_TAGS_MAX), into: tag })
const TagsQuery = z.object({ q: searchInput.catch(undefined), cursor: pageQuery.cursor })

export const adminTagPages = new Hono<AppEnv>()
  .get(PAGES.tags.href, PAGES.tags.guard, query(TagsQuery), (c) =>
    showTags(c, c.req.valid('query')),
  )
  // Merges the tags that are selected in the list. It is sent to this route without JavaScript.
  .post(PAGES.tags.href, repeats('idempotent'), freshSession, admin, async (c) =>
    showTags(c, {}, await merge(c)),
  )
  // The tag page has a description form. It is sent to this route without JavaScript.
  .post('/tags', repeats('idempotent'), admin, async (c) => {
    const { input, problems } = await plainForm(c, TagForm)
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { tag, description } = input
    const { name } = await byAdmin(c, updateTag, tag, { description })
    dropCached(c)
    return c.redirect(tagPath(name), 303)
  })

function showTags(
  c: Context<MemberEnv>,
  { q, cursor }: z.infer<typeof TagsQuery>,
  outcome: MergeOutcome | null = null,
) {
  const { language } = c.var
  const text = adminTagsTexts[language]
  return showAdminPage(
    c,
    { name: 'tags', lead: text.lead },
    {
      tags: adminTagPage(q, pageRequest({ cursor })),
      suggestions: q === undefined && cursor === undefined ? tagSuggestions : null,
    },
    ({ tags, suggestions, language }) => (
      <>
        {outcome && <MergeNotice outcome={outcome} language={language} />}
        {suggestions && <SuggestedMerges suggestions={suggestions} language={language} />}
        <TagForms language={language} />
        <AdminList
          page={tags}
          path={PAGES.tags.href}
          asked={{ q }}
          filters={[{ name: 'q', label: text.search }]}
          empty={{ icon: 'bullets', title: text.none, hint: text.noneHint }}
          row={(tag) => <TagRow tag={tag} language={language} />}
          language={language}
        />
      </>
    ),
  )
}

/** A refused tag ends the merge. The tags before it stay merged. */
async function merge(c: Context<MemberEnv>): Promise<MergeOutcome> {
  const { language } = c.var
  const { input, problems } = await plainForm(c, MergeForm, FORM_MAX, ['tag'])
  try {
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { tag: names } = input
    if (names.length === 0) return { problem: adminTagsTexts[language].noneSelected }
    let into = input.into
    for (const name of names) into = (await byAdmin(c, mergeTag, name, input.into)).name
    return { merged: names.length, into }
  } catch (error) {
    if (!(error instanceof AppError) || isOurFault(error.code)) throw error
    const [problem] = Object.values(fieldsInWords(error.details.fields ?? {}, language))
    return { problem: problem ?? errorMessage(error.code, language) }
  } finally {
    dropCached(c)
  }
}
