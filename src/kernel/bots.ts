/**
 * What programs call themselves that open pages and read nothing. Kept by hand, last on 2026-11-15: a name that is missing is
 * seen in the log by the agents of many views without an end. Most programs run no script and never send a view at all.
 */
const NAMES = [
  'bot',
  'crawl',
  'spider',
  'slurp',
  'archiver',
  'transcoder',
  'preview',
  'facebookexternalhit',
  'embedly',
  'whatsapp',
  'mediapartners',
  'google-read-aloud',
  'googleother',
  'google-inspectiontool',
  'chatgpt',
  'perplexity',
  'anthropic',
  'claude-web',
  'bytespider',
  'baiduspider',
  'yisouspider',
  '360spider',
  'sogou',
  'headless',
  'phantomjs',
  'puppeteer',
  'playwright',
  'selenium',
  'cypress',
  'lighthouse',
  'pagespeed',
  'gtmetrix',
  'pingdom',
  'uptime',
  'statuscake',
  'monitor',
  'curl',
  'wget',
  'httpie',
  'python',
  'java/',
  'okhttp',
  'go-http-client',
  'node-fetch',
  'undici',
  'axios',
  'libwww',
  'scrapy',
  'ruby',
  'php/',
] as const

const PATTERN = new RegExp(NAMES.map((name) => name.replace(/[/.]/g, '\\$&')).join('|'), 'i')

/** Whether a browser's name is that of a program. One without a name is none of a person. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || PATTERN.test(userAgent)
}
