import { find } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { avatarCard } from '#features/pages/settings/hooks.ts'

/** Loaded on demand: only the settings page has an avatar card, and its code is large. */
export function avatarOnDemand(): void {
  const card = find(avatarCard)
  if (card)
    recordUntilLoaded(
      card,
      import('#client/behaviors/account/avatar.ts').then(({ avatar }) => avatar(card)),
    )
}
