import { later } from '#client/later.ts'

/** Only the settings have one, and its code is large. */
export function avatarCard(): void {
  const card = document.querySelector<HTMLElement>('[data-avatar]')
  if (card)
    later(
      card,
      import('#client/behaviors/avatar.ts').then(({ avatar }) => avatar(card)),
    )
}
