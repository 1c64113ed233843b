import {
  seriesAdd,
  seriesHandle,
  seriesItem,
  seriesList,
  seriesMove,
  seriesState,
} from '#features/pages/studio/hooks.ts'
import { studioSeriesTexts } from '#features/pages/studio/series/text-series.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import { seriesPath } from '#features/publishing/posts/post.ts'
import {
  SERIES_DESCRIPTION_MAX,
  SERIES_TITLE_MAX,
  type SeriesInOrder,
  type StudioSeries,
} from '#features/publishing/series/series.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import {
  Button,
  Card,
  EmptyState,
  Icon,
  IconButton,
  LinkButton,
  PageHead,
} from '#web/components/elements.tsx'
import { Field, SelectField, TextField } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'
import { componentTexts } from '#web/components/text.ts'

export function SeriesListView({
  series,
  language,
}: {
  series: StudioSeries[]
  language: Language
}) {
  const text = studioSeriesTexts[language]
  return (
    <>
      <PageHead title={text.title} lead={text.lead}>
        <a href="/help/series">{text.help}</a>
      </PageHead>
      {series.length === 0 ? (
        <EmptyState icon="numbers" title={text.none} hint={text.noneHint} />
      ) : (
        <ul class="series-list stack loose">
          {series.map(({ id, title, posts_count, followers_count }) => (
            <li class="card link-card">
              <h2>
                <a
                  class="card-link"
                  href={`/studio/series/${id}`}
                  lang={foreignLanguage(title, language)}
                  dir={directionOf(title)}
                >
                  {title}
                </a>
              </h2>
              <p class="faint">{text.facts(posts_count, followers_count)}</p>
            </li>
          ))}
        </ul>
      )}
      <Card heading="new-series" title={text.new}>
        <ApiForm
          api="POST /api/studio/series"
          after="goto:/studio/series/{id}"
          text={componentTexts[language]}
        >
          <SeriesFields title="" description="" language={language} />
          <Submit label={text.create} />
        </ApiForm>
      </Card>
    </>
  )
}

function SeriesFields({
  title,
  description,
  language,
}: {
  title: string
  description: string
  language: Language
}) {
  const text = studioSeriesTexts[language]
  return (
    <>
      <Field name="title" label={text.name} value={title} maxlength={SERIES_TITLE_MAX} required />
      <TextField
        name="description"
        label={text.description}
        value={description}
        rows={3}
        maxlength={SERIES_DESCRIPTION_MAX}
      />
    </>
  )
}

interface SeriesEditProps {
  series: SeriesInOrder
  choices: { id: number; title: string }[]
  language: Language
}

export function SeriesEditView({ series, choices, language }: SeriesEditProps) {
  const { id, title, parts, followers_count, posts_count } = series
  const text = studioSeriesTexts[language]
  const api = `/api/studio/series/${id}` as const
  return (
    <div class="series-edit stack">
      <PageHead title={title} lead={text.facts(posts_count, followers_count)}>
        {parts > 0 && (
          <LinkButton href={seriesPath(id)} kind="small" icon="eye" label={text.view} />
        )}
      </PageHead>
      <Card heading="series-order" title={text.order} lead={text.orderHint}>
        <OrderedPosts series={series} api={`${api}/posts`} language={language} />
        <AddPost choices={choices} language={language} />
      </Card>
      <Card heading="series-texts" title={text.texts}>
        <ApiForm
          api={`PUT ${api}`}
          after="reload"
          toast={text.saved}
          text={componentTexts[language]}
        >
          <SeriesFields {...series} language={language} />
          <Submit label={text.save} />
        </ApiForm>
      </Card>
      <ApiButton
        api={`DELETE ${api}`}
        after="goto:/studio/series"
        toast={text.removed}
        confirm={{ title: `${text.remove}: ${title}`, body: text.removeBody, button: text.remove }}
        button="button small danger"
      >
        {text.remove}
      </ApiButton>
    </div>
  )
}

/** client/entries/series.ts moves the posts and saves the order. */
function OrderedPosts({
  series,
  api,
  language,
}: {
  series: SeriesInOrder
  api: string
  language: Language
}) {
  const text = studioSeriesTexts[language]
  return (
    <>
      {series.posts.length === 0 && <p class="soft">{text.empty}</p>}
      <ol class="series-posts" {...seriesList({ api, version: series.version, moved: text.moved })}>
        {series.posts.map((post) => {
          const title = post.title || studioTexts[language].untitled
          return (
            <li class="line" {...seriesItem({ id: post.id })}>
              <span class="series-handle needs-script" {...seriesHandle()} aria-hidden="true">
                <Icon name="menu" />
              </span>
              <p>
                <a
                  href={`/studio/write?id=${post.id}`}
                  lang={foreignLanguage(title, language)}
                  dir={directionOf(title)}
                >
                  {title}
                </a>{' '}
                {post.status !== 'approved' && (
                  <StatusBadge status={post.status} language={language} />
                )}
              </p>
              <IconButton
                {...seriesMove({ by: '-1' })}
                label={text.up(title)}
                icon="chevron"
                kind={MOVE}
              />
              <IconButton
                {...seriesMove({ by: '1' })}
                label={text.down(title)}
                icon="chevron"
                kind={MOVE}
              />
              <IconButton
                {...seriesMove({ by: 'out' })}
                label={text.out(title)}
                icon="close"
                kind={MOVE}
              />
            </li>
          )
        })}
      </ol>
      <p
        class="faint"
        role="status"
        {...seriesState({ saving: text.saving, saved: text.orderSaved })}
      />
    </>
  )
}

const MOVE = 'quiet small needs-script'

function AddPost({ choices, language }: Omit<SeriesEditProps, 'series'>) {
  const text = studioSeriesTexts[language]
  if (choices.length === 0) return <p class="soft">{text.noChoice}</p>
  const options = choices.map(
    ({ id, title }) => [String(id), title || studioTexts[language].untitled] as const,
  )
  return (
    <form class="series-add row loose needs-script" {...seriesAdd()}>
      <SelectField name="post" label={text.add} options={options} />
      <Button type="submit" label={text.addButton} />
    </form>
  )
}
