import { isbot } from 'isbot'
import UAParser from 'ua-parser-js'
import { bilingual, type Language } from '#kernel/i18n.ts'

type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'other'

export interface Device {
  browser: string
  os: string
  device_type: DeviceType
}

/**
 * The name of a device for people. Parts that the user agent does not contain are empty strings.
 */
export function deviceOf(userAgent: string): Device {
  const { browser, os, device } = new UAParser(userAgent).getResult()
  const major = browser.version?.split('.')[0]
  return {
    browser: [browser.name, major].filter(Boolean).join(' '),
    os: [os.name, os.version].filter(Boolean).join(' '),
    device_type: deviceTypeOf(device.type, os.name),
  }
}

export function deviceName(
  { browser, os }: Pick<Device, 'browser' | 'os'>,
  language: Language,
): string {
  return [browser, os].filter(Boolean).join(' · ') || texts[language].unknown
}

const texts = bilingual({ unknown: ['未知设备', 'Unknown device'] })

function deviceTypeOf(type: string | undefined, os: string | undefined): DeviceType {
  if (type === 'mobile' || type === 'tablet') return type
  // ua-parser leaves the type of desktop computers empty.
  return type === undefined && os !== undefined ? 'desktop' : 'other'
}

/**
 * Whether a user agent belongs to a program that opens pages but does not read. An empty user agent
 * counts as a program. Most programs run no scripts and never send a view.
 */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent)
}
