import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Device } from '#kernel/user-agent.ts'

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
