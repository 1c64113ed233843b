import { hook, json, text } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'

export const logoCard = hook('logo', { saved: text, unreadable: text })
export const logoProblem = hook('logo-problem')

/** Data for the editor of a site page, besides its text. */
export interface SitePageFacts {
  name: string
  language: Language
  version: number | null
  saved: string
  removed: string
  restored: string
  uploading: string
}

export const sitePageForm = hook('site-page', { facts: json<SitePageFacts> })
