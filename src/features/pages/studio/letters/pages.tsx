import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import {
  type AuthorLetters,
  authorLetters,
  CONTENTS,
  type PostToTest,
  postsToTest,
  previewLetter,
} from '#features/publishing/letters/author.ts'
import { LETTER_LEVEL_MIN } from '#features/publishing/letters/plan.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import {
  Badge,
  Button,
  Card,
  Figures,
  LinkButton,
  Notice,
  PageHead,
} from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { signedIn } from '#web/guards/access.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageId } from '#web/validation/validate.ts'

export const studioLettersPages = new Hono<AppEnv>()
  .get('/studio/letters', signedIn, async (c) => {
    const { db, viewer, language } = c.var
    const read = await db.read({
      letters: authorLetters(viewer),
      posts: postsToTest(viewer.uid),
    })
    const { title, lead } = letterTexts[language].author
    return page(
      c,
      { title: `${title} · ${studioTexts[language].title}`, description: lead, robots: 'noindex' },
      <Studio current="letters" text={studioTexts[language]}>
        <PageHead title={title} lead={lead} />
        <LettersView
          {...read}
          uid={viewer.uid}
          isOn={letterServiceOf(c.env) !== null}
          language={language}
        />
      </Studio>,
    )
  })
  .get('/studio/letters/preview/:id', signedIn, pageId, async (c) => {
    const { db, viewer, now } = c.var
    const origin = { ...mailOrigin(c), site: siteOrigin(c) }
    const html = await previewLetter(
      db,
      c.var.compute,
      viewer,
      c.req.valid('param').id,
      origin,
      now,
    )
    // A letter has an inline style sheet and no scripts.
    c.header('Content-Security-Policy', PREVIEW_POLICY)
    c.header('Cache-Control', 'private, no-store')
    return c.html(html)
  })

const PREVIEW_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface LettersViewProps {
  letters: AuthorLetters
  posts: PostToTest[]
  uid: number
  isOn: boolean
  language: Language
}

function LettersView({ letters, posts, uid, isOn, language }: LettersViewProps) {
  const { author: text, off, save, states, figures } = letterTexts[language]
  return (
    <div class="stack">
      {!isOn && <Notice tone="warm">{off}</Notice>}
      {letters.blocked && <Notice tone="danger">{text.blocked}</Notice>}
      {!letters.level_reached && <Notice>{text.level(LETTER_LEVEL_MIN)}</Notice>}
      <Figures
        figures={[
          [text.subscribers, letters.subscribers],
          [text.letters, letters.letters],
        ]}
      />
      <Card heading="content-heading" title={text.settings}>
        <ApiForm api="PUT /api/studio/letters" toast={text.saved} text={shellTexts[language]}>
          <SelectField
            name="content"
            label={text.content}
            value={letters.content}
            options={CONTENTS.map((name) => [name, text.contents[name]] as const)}
          />
          <Submit label={save} />
        </ApiForm>
      </Card>
      <Card heading="try-heading" title={text.try}>
        {posts.length === 0 && <p class="soft">{text.noPosts}</p>}
        <ul class="letter-list">
          {posts.map((post) => (
            <TestItem post={post} language={language} />
          ))}
        </ul>
        <p class="form-actions">
          <a href={`/letters/of/${uid}`}>{text.archive}</a>
        </p>
      </Card>
      {letters.latest.length > 0 && (
        <Card heading="history-heading" title={text.history}>
          <ul class="letter-list">
            {letters.latest.map(({ subject, state, sent, failed, created_at }) => (
              <li>
                {subject} <Badge tone={state === 'sent' ? 'good' : 'info'}>{states[state]}</Badge>{' '}
                <span class="soft">
                  {figures(sent, failed)} · <Time value={created_at} language={language} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function TestItem({ post: { id, title }, language }: { post: PostToTest; language: Language }) {
  const { author: text } = letterTexts[language]
  return (
    <li class="row apart">
      <a class="breaks" href={postPath(id)}>
        {title}
      </a>
      <span class="row">
        <LinkButton
          href={`/studio/letters/preview/${id}`}
          kind="small quiet"
          label={text.preview}
          aria-label={text.previewOf(title)}
        />
        <ApiForm api="POST /api/studio/letters/test" toast={text.tested} class="needs-script">
          <input type="number" name="post_id" value={id} hidden />
          <Button type="submit" kind="small" label={text.test} aria-label={text.testOf(title)} />
        </ApiForm>
      </span>
    </li>
  )
}
