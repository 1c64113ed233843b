import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { avatarCard, avatarProblem, cropProblem, cropZoom } from '#features/pages/settings/hooks.ts'
import type { ProfileText } from '#features/pages/settings/text-profile.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge } from '#web/components/badge.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { dialogCloser, fileChooser } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif'

interface AvatarCardProps {
  viewer: Viewer
  language: Language
  text: ProfileText
  shell: ShellText
  isFirst: boolean
}

/** Choosing, dropping, cropping and uploading: the browser's side is client/behaviors/account/avatar.ts. */
export function AvatarCard({ viewer, language, text: { avatar: text, reward }, shell, isFirst }: AvatarCardProps) {
  return (
    <section
      class="card avatar-card"
      aria-labelledby="avatar-heading"
      {...avatarCard({ saved: text.saved, unreadable: text.unreadable, first: isFirst })}
    >
      <Avatar user={asUserRef(viewer, language)} size="large" isOwn />
      <div class="avatar-facts">
        <h2 id="avatar-heading">
          {text.heading} {isFirst && <Badge tone="accent">{reward(TASK_EXP)}</Badge>}
        </h2>
        <p class="soft">{text.lead}</p>
        <div class="form-actions needs-script">
          <button type="button" class="button" {...fileChooser()} aria-describedby="avatar-hint">
            <Icon name="picture" />
            {text.choose}
          </button>
          <input type="file" accept={ACCEPTED_PICTURES} aria-label={text.choose} hidden />
          <p class="field-hint" id="avatar-hint">
            {text.hint}
          </p>
        </div>
        <p class="field-error" role="alert" {...avatarProblem()} hidden />
        <noscript>
          <p class="notice">{shell.needsScript}</p>
        </noscript>
      </div>
      <p class="drop-note" aria-hidden="true">
        {text.dropHere}
      </p>
      <CropDialog text={text} shell={shell} />
    </section>
  )
}

function CropDialog({ text, shell }: { text: ProfileText['avatar']; shell: ShellText }) {
  return (
    <Dialog id="avatar-crop" title={text.dialogTitle}>
      <form class="form" method="dialog">
        <div class="notice danger" role="alert" {...cropProblem()} hidden />
        <div class="crop">
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: screen readers let the arrow keys through */}
          <canvas tabindex={0} role="application" aria-label={text.area} aria-describedby="crop-hint" />
        </div>
        <p class="field-hint" id="crop-hint">
          {text.areaHint}
        </p>
        <label class="crop-zoom">
          {text.zoom}
          <input type="range" min="0" max="100" step="1" value="0" {...cropZoom()} />
        </label>
        <progress class="bar" max="1" value="0" aria-label={text.uploading} hidden />
        <div class="dialog-actions">
          <button type="button" class="button" {...dialogCloser()}>
            {shell.cancel}
          </button>
          <button type="submit" class="button primary">
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
