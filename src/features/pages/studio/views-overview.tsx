import { POST_STATUSES } from '#db/values.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import { FigureCards } from '#features/pages/studio/analytics/views-figures.tsx'
import type { StudioItem } from '#features/pages/studio/posts-list.ts'
import type { StudioHome } from '#features/pages/studio/studio-home.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { ImportButton, WriteButton } from '#features/pages/studio/views-content.tsx'
import { StudioPost } from '#features/pages/studio/views-post.tsx'
import type { AuthorRules } from '#features/publishing/content-rules/needs-review.ts'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState } from '#web/components/elements.tsx'

export function Overview({ home, viewer, language }: { home: StudioHome; viewer: Viewer; language: Language }) {
  const text = studioTexts[language]
  const isEmpty = POST_STATUSES.every((status) => home.counts[status] === 0)
  const shown = { viewer, language, rules: home.rules }
  return (
    <>
      <header class="page-head studio-head">
        <h1>{text.title}</h1>
        <p>{text.overview.hello(displayName(viewer, language))}</p>
        <WriteButton text={text} class="wide-only" />
      </header>
      {isEmpty && isNewcomer(viewer) ? (
        <FirstSteps language={language} />
      ) : isEmpty ? (
        <EmptyState
          icon="draft"
          title={text.empty.all.title}
          actions={
            <>
              <WriteButton text={text} />
              <ImportButton text={text} />
            </>
          }
          hint={text.empty.all.body}
        />
      ) : (
        <div class="stack">
          <FigureCards uid={viewer.uid} overview={home.overview} trends={home.trends} language={language} />
          <ul class="studio-counts" aria-label={text.overview.countsLabel}>
            {POST_STATUSES.map((status) => (
              <li>
                <a class="studio-count" href={`/studio/posts?status=${status}`}>
                  <strong>{home.counts[status]}</strong>
                  {postStatusNames[language][status]}
                </a>
              </li>
            ))}
          </ul>
          <Section heading={text.overview.unfinished} href="/studio/drafts" items={home.unfinished} {...shown} />
          <Section
            heading={text.overview.pending}
            href="/studio/posts?status=pending"
            items={home.pending}
            {...shown}
          />
          <Section
            heading={text.overview.published}
            href="/studio/posts?status=approved"
            items={home.published}
            {...shown}
          />
        </div>
      )}
    </>
  )
}

interface SectionProps {
  heading: string
  href: string
  items: StudioItem[]
  viewer: Viewer
  language: Language
  rules: AuthorRules
}

function Section({ heading, href, items, viewer, language, rules }: SectionProps) {
  if (items.length === 0) return null
  return (
    <section>
      <header class="studio-section">
        <h2>{heading}</h2>
        <a href={href}>{studioTexts[language].overview.more}</a>
      </header>
      <ul class="studio-posts">
        {items.map((item) => (
          <StudioPost {...{ item, language, rules }} energy={viewer.energy} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
