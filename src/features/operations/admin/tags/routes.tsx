import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { postTexts } from '#features/publishing/lists/text.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import {
  type DescribedTag,
  describeTag,
  TAG_DESCRIPTION_MAX,
  TagDescriptionInput,
  TagShape,
  tagPage,
} from '#features/publishing/tags/tags.ts'
import { tagTexts } from '#features/publishing/tags/views.tsx'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes, dropCached } from '#web/cache/edge-cache.ts'
import { TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { admin } from '#web/guards/access.ts'
import { adminWrite, summary } from '#web/openapi/admin.ts'
import { repeats } from '#web/openapi/doc.ts'
import { plainForm } from '#web/validation/plain-form.ts'
import { json, pageRequest, param } from '#web/validation/validate.ts'

export const adminTagsApi = new Hono<AppEnv>().put(
  '/admin/tags/:tag',
  adminWrite('updateAdminTag', 'idempotent', TagShape),
  summary(
    `Set the description of a tag. It has at most ${TAG_DESCRIPTION_MAX} characters. An empty text removes it`,
  ),
  changes(),
  param(z.object({ tag: text({ min: 1, max: TAG_MAX }) })),
  json(TagDescriptionInput),
  async (c) =>
    c.json(
      await byAdmin(c, describeTag, c.req.valid('param').tag, c.req.valid('json').description),
    ),
)

const TagForm = z.object({ tag: text({ min: 1, max: TAG_MAX }), ...TagDescriptionInput.shape })

export const adminTagPages = new Hono<AppEnv>()
  .get(PAGES.tags.href, PAGES.tags.guard, (c) => {
    const tags = tagPage('popular', pageRequest({ cursor: c.req.query('cursor') }))
    return showAdminPage(
      c,
      { name: 'tags', lead: leads[c.var.language].lead },
      { tags },
      ({ tags, language }) => (
        <AdminList
          page={tags}
          path={PAGES.tags.href}
          empty={{
            icon: 'bullets',
            title: tagTexts[language].none,
            hint: tagTexts[language].noneHint,
          }}
          row={(tag) => <TagRow tag={tag} language={language} />}
          language={language}
        />
      ),
    )
  })
  // The tag page has a description form. It is sent to this route without JavaScript.
  .post('/tags', repeats('idempotent'), admin, async (c) => {
    const { input, problems } = await plainForm(c, TagForm)
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { name } = await byAdmin(c, describeTag, input.tag, input.description)
    dropCached(c)
    return c.redirect(tagPath(name), 303)
  })

function TagRow({
  tag: { name, posts_count, description },
  language,
}: {
  tag: DescribedTag
  language: Language
}) {
  const text = tagTexts[language]
  return (
    <AdminRow
      title={<a href={tagPath(name)}>#{name}</a>}
      quote={description}
      details={
        <details class="mail-text needs-script">
          <summary class="soft small">{description ? text.edit : text.add}</summary>
          <ApiForm
            api={`PUT /api/admin/tags/${encodeURIComponent(name)}`}
            after="reload"
            toast={adminTexts[language].saved}
            class="form narrow"
          >
            <TextField
              id={`description-${encodeURIComponent(name)}`}
              name="description"
              label={text.description}
              rows={3}
              value={description ?? ''}
              maxlength={TAG_DESCRIPTION_MAX}
              hint={text.hint(TAG_DESCRIPTION_MAX)}
            />
            <Submit label={text.save} />
          </ApiForm>
        </details>
      }
    >
      <span>{postTexts[language].list.tagLead(posts_count)}</span>
    </AdminRow>
  )
}

const leads = bilingual({
  lead: [
    '公开文章使用的标签，文章多的在前。简介显示在标签页上。',
    'The tags of public posts, the most used first. A description is shown on the page of its tag.',
  ],
})
