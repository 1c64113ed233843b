import { Comments, type RenderedComments } from '#features/community/comments/views.tsx'
import { FollowButton } from '#features/community/follows/views.tsx'
import { ReportButton, ReportLink } from '#features/community/reports/views.tsx'
import { mayTouch } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Reading } from '#features/pages/reading/reading.ts'
import type { ViewerState } from '#features/pages/reading/viewer-state.ts'
import { ReactionBar } from '#features/pages/reading/views-reactions.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'

interface Community {
  reading: Reading
  comments: RenderedComments
  /** Null for anonymous readers, who share one cached page. */
  viewerState: ViewerState | null
  viewer: Viewer | null
  language: Language
  now: Date
}

/** Reactions, report button, follow button and comments as props of `PostView`. Only public posts have reactions. */
export function communityOf({ reading, comments, viewerState, viewer, language, now }: Community) {
  const { post, author } = reading
  const isPublic = post.status === 'approved'
  const pathOf = (order: string) => `${postPath(post.id)}?comments=${order}`
  const between = viewerState?.between ?? NOBODY_BLOCKS
  const { uid, display_name } = post.author
  return {
    reactions: isPublic && <ReactionBar post={post} viewer={viewer} viewerState={viewerState} language={language} />,
    report: isPublic && reportOf(post, viewer, between.iBlock, language),
    follow: !author.isGone && viewer?.uid !== uid && mayTouch('follow', between) && (
      <FollowButton
        uid={uid}
        name={display_name}
        status={viewerState?.follow ?? undefined}
        isSignedIn={viewer !== null}
        language={language}
      />
    ),
    below: (isPublic || comments.ids.length > 0) && (
      <Comments
        {...{ post, comments, viewer, language, now, pathOf }}
        commentsBlocked={!mayTouch('comment', between)}
      />
    ),
  }
}

function reportOf({ id, author }: Reading['post'], viewer: Viewer | null, isBlocked: boolean, language: Language) {
  if (viewer === null) return <ReportLink kind="post" next={postPath(id)} language={language} />
  if (viewer.uid === author.uid || viewer.status !== 'active') return null
  return <ReportButton kind="post" id={id} author={author} isBlocked={isBlocked} language={language} />
}

const NOBODY_BLOCKS = { iBlock: false, blocksMe: false }
