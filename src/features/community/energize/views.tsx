import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/cost.ts'
import {
  energizeButton,
  energizePanel,
  energizeSentence,
  energizeThanks,
  postEnergy,
} from '#features/community/energize/hooks.ts'
import { energizeTexts } from '#features/community/energize/text.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { filled, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, ProgressRing } from '#web/components/elements.tsx'
import { menu, shortCount } from '#web/components/hooks.ts'

interface EnergizeMenuProps {
  post: PostCard
  viewer: Viewer | null
  /** The energy that the viewer gave the post; null if anonymous. */
  given: number | null
  language: Language
}

/** The energy of the post. For members, a menu to give some; client/behaviors/posts/energize.ts handles its buttons. */
export function EnergizeMenu({ post, viewer, given, language }: EnergizeMenuProps) {
  const text = energizeTexts[language]
  const label = <Total post={post} language={language} />
  if (viewer === null || given === null)
    return (
      <a class="button reaction energize" href={loginPath(postPath(post.id))} title={text.lead}>
        {label}
      </a>
    )
  const isOwn = viewer.uid === post.author.uid
  return (
    <details class="menu" {...menu()} {...(isOwn ? {} : panelOf(post, viewer, language))}>
      <summary class="button reaction energize" title={text.label}>
        {label}
      </summary>
      <div class="menu-panel energize-panel">
        {isOwn ? <p>{text.own}</p> : <Panel post={post} viewer={viewer} given={given} language={language} />}
      </div>
    </details>
  )
}

function panelOf(post: PostCard, { energy }: Viewer, language: Language) {
  const { given, question, below, thanks, exp } = energizeTexts[language]
  const text = { given, question, below, thanks: thanks(post.author.display_name), exp }
  return energizePanel({ post: post.id, cap: ENERGIZE_CAP, energy, text })
}

interface PanelProps {
  post: PostCard
  viewer: Viewer
  given: number
  language: Language
}

/** The ring fills up to the cap. */
function Panel({ viewer, given, language }: PanelProps) {
  const text = energizeTexts[language]
  const state = viewer.energy < 0 ? 'negative' : given >= ENERGIZE_CAP ? 'full' : 'open'
  const facts = { energy: viewer.energy, spent_on_post: given, remaining_on_post: ENERGIZE_CAP - given }
  return (
    <>
      <p>{text.lead}</p>
      <div class="energize-state">
        <span class="energize-ring">
          <ProgressRing value={given} max={ENERGIZE_CAP} label={filled(text.given, facts)} />
          <Icon name="bolt" />
        </span>
        {(['open', 'full', 'negative'] as const).map((each) => (
          <p class="faint" {...energizeSentence({ state: each, template: text[each] })} hidden={each !== state}>
            {filled(text[each], facts)}
          </p>
        ))}
      </div>
      <div class="energize-forms needs-script">
        {(['light', 'heavy'] as const).map((form) => (
          <button
            type="button"
            class={form === 'heavy' ? 'button small primary' : 'button small'}
            {...energizeButton({ form, cost: ENERGIZE_COST[form] })}
            disabled={viewer.energy < 0 || given + ENERGIZE_COST[form] > ENERGIZE_CAP}
          >
            {text.give(ENERGIZE_COST[form])}
          </button>
        ))}
      </div>
      <p class="thanks" role="status" {...energizeThanks()} />
    </>
  )
}

function Total({ post, language }: { post: PostCard; language: Language }) {
  const text = energizeTexts[language]
  return (
    <>
      <Icon name="bolt" />
      <span {...postEnergy()} {...shortCount({ count: post.energy })}>
        {compact(post.energy, language)}
      </span>
      <span class="visually-hidden"> {text.energy} </span>
      <span class="energize-label">{text.label}</span>
    </>
  )
}
