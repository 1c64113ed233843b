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
 * Parts of the user agents of programs that open pages but do not read. The list is maintained by
 * hand, last on 2026-11-15. To find missing names, look in the log for user agents with many views
 * and no completed read. Most programs run no scripts and never send a view.
 */
const NAMES =
  'bot crawl spider slurp archiver transcoder preview facebookexternalhit embedly whatsapp mediapartners ' +
  'google-read-aloud googleother google-inspectiontool chatgpt perplexity anthropic claude-web bytespider ' +
  'baiduspider yisouspider 360spider sogou headless phantomjs puppeteer playwright selenium cypress lighthouse ' +
  'pagespeed gtmetrix pingdom uptime statuscake monitor curl wget httpie python java/ okhttp go-http-client ' +
  'node-fetch undici axios libwww scrapy ruby php/'

const PATTERN = new RegExp(NAMES.replaceAll(' ', '|'), 'i')

/** Whether a user agent belongs to a program. An empty user agent counts as a program. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || PATTERN.test(userAgent)
}
