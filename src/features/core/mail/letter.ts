import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Device } from '#kernel/user-agent.ts'

/** What a mail says. Its layouts are made of it when it is sent, so nothing is stored twice. */
export interface Letter {
  /** Paragraphs above the button. */
  lines: string[]
  action?: Action
  /** A list above the button, each with the path of this site that it leads to. */
  items?: { id: number; text: string; path: string | null }[]
  /** The path by which whoever wants no more such mail says so. */
  unsubscribe?: string
  /** Small print below the button. */
  notes: string[]
}

interface Action {
  label: string
  /** A path of this site. */
  path: string
}

/**
 * Stands in letters and their subjects for the name of the site, which `mail` puts in: whoever writes a letter need not know it. A
 * private character of Unicode, which nothing that people write has in it.
 */
export const SITE_NAME = '\u{e000}'

const SUBJECT_MAX = 200

/** Names and titles stand in subjects. A line break in one would begin a header of its own, so no control character stays. */
export function subjectLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX).join('')
}

/** From where something was done to an account, as far as the request tells. */
export interface DeviceSeen extends Device {
  ip: string
  country: string | null
}

/** The device, the place and the moment: what somebody needs to know whether it was themselves. */
export function deviceLines({ browser, os, ip, country }: DeviceSeen, now: Date, language: Language): string {
  const name = [browser, os].filter(Boolean).join(' · ') || sentences[language].unknownDevice
  const place = country === null ? ip : `${ip} (${country})`
  return `${name}\n${place}\n${MOMENT[language].format(now)} (UTC+8)`
}

const sentences = bilingual({ 'zh-CN': { unknownDevice: '未知设备' }, en: { unknownDevice: 'Unknown device' } })

const moment = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' })
const MOMENT: Record<Language, Intl.DateTimeFormat> = { 'zh-CN': moment('zh-CN'), en: moment('en') }
