/**
 * `square` is also the icon of the site. `wide` replaces it and the name in the bar. `dark`
 * replaces the logo of the bar in the dark theme.
 */
export const LOGO_KINDS = ['square', 'wide', 'dark'] as const
export type LogoKind = (typeof LOGO_KINDS)[number]
