import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import { Avatar } from '#features/core/shell/user.tsx'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { avatarCard, avatarProblem, cropProblem, cropZoom } from '#features/pages/settings/hooks.ts'
import type { ProfileText } from '#features/pages/settings/text-profile.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Dialog, DialogActions, NeedsScript } from '#web/components/elements.tsx'
import { ImageField } from '#web/components/fields.tsx'

interface AvatarCardProps {
  viewer: Viewer
  language: Language
  text: ProfileText
  shell: ShellText
  isFirst: boolean
}

/** client/behaviors/account/avatar.ts selects, drops, crops and uploads the image. */
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
        <ImageField id="avatar" label={text.choose} hint={text.hint} problem={avatarProblem()} />
        <NeedsScript text={shell} />
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
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: with this role, screen readers pass the arrow keys to the page */}
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
        <DialogActions cancel={shell.cancel} submit={text.save} />
      </form>
    </Dialog>
  )
}
