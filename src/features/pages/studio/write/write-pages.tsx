import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { AppEnv } from '#env'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { isSilenced } from '#features/core/people/viewer.ts'
import { page } from '#features/core/shell/page.tsx'
import { isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import { bodyFor, contentsOf, framePolicy } from '#features/pages/reading/views-body.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { postToWrite } from '#features/pages/studio/write/post-to-write.ts'
import type { SharedText } from '#features/pages/studio/write/views-write.tsx'
import { ownPost } from '#features/publishing/posts/post.ts'
import { allows } from '#features/publishing/posts/states.ts'
import { AppError } from '#kernel/errors.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import { safeLink } from '#kernel/html/urls.ts'
import { TITLE_MAX } from '#kernel/post-limits.ts'
import { signedIn } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageId } from '#web/validation/validate.ts'

export const studioWritePages = new Hono<AppEnv>()
  .get('/studio/write', signedIn, async (c) => {
    const { db, compute, viewer, language, now } = c.var
    const { ClosedPost, ClosedToBanned } = await previews()
    const text = studioTexts[language]
    const closed = (why: Child) =>
      page(
        c,
        { title: text.nav.write, robots: 'noindex' },
        <Studio text={text} current="write">
          {why}
        </Studio>,
      )
    if (viewer.status === 'banned') return closed(<ClosedToBanned language={language} />)
    const isLocal = isNewcomer(viewer)
    const id = isLocal ? null : idOf(c.req.query('id'))
    const toWrite = await postToWrite(db, compute, viewer, id, now)
    const { post } = toWrite
    if (post && !allows(post, 'edit')) return closed(<ClosedPost {...{ post, language }} />)
    const { titleOf, WriteView } = await import('#features/pages/studio/write/views-write.tsx')
    return page(
      c,
      { title: titleOf(toWrite, language), robots: 'noindex', scripts: ['editor.js'] },
      <WriteView
        {...{ toWrite, viewer, isLocal, language }}
        shared={post === null ? sharedIn(c.req.query()) : null}
        hasLetters={letterServiceOf(c.env) !== null}
        origin={siteOrigin(c)}
        now={now}
        isSilenced={isSilenced(viewer, now)}
      />,
    )
  })
  .get('/studio/preview/:id', signedIn, pageId, async (c) => {
    const { db, viewer, language } = c.var
    const post = await ownPost(db, viewer, c.req.valid('param').id)
    const { html, headings, hasCode } = bodyFor(post.body, language, {
      formulas: post.formulas,
      hasFrames: true,
    })
    await framePolicy(c, html)
    const contents = contentsOf(headings)
    const text = studioTexts[language]
    const { Preview } = await previews()
    return page(
      c,
      {
        title: text.preview.title(post.title || text.untitled),
        robots: 'noindex',
        scripts: ['preview.js'],
        isText: true,
        hasCode,
      },
      <Preview {...{ post, html, contents, language }} />,
    )
  })

// The editor and its texts are loaded with the first page that shows them.
const previews = () => import('#features/pages/studio/write/views-preview.tsx')

/** The id in the URL; null without one. A malformed id is `not_found`, like an unknown one. */
function idOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}

/**
 * A text that another app shares (`share_target` of the manifest), for a new post. Nothing is saved
 * before the viewer presses a button.
 */
function sharedIn({ title, text, url }: Record<string, string>): SharedText | null {
  const link = [url, text].flatMap((part) => /https?:\/\/\S+/.exec(part ?? '')?.[0] ?? [])[0]
  const address = link && safeLink(link)
  const words = (text ?? '')
    .replace(link ?? '', '')
    .trim()
    .slice(0, SHARED_MAX)
  if (!title && !words && !address) return null
  const linked = address
    ? `<p><a href="${escapeAttribute(address)}">${escapeText(title || address)}</a></p>`
    : ''
  const body = (words === '' ? '' : `<p>${escapeText(words)}</p>`) + linked
  return { title: (title ?? '').slice(0, TITLE_MAX), body }
}

/** The actual limit is the length of an address that browsers accept. */
const SHARED_MAX = 5_000
