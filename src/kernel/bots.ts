/**
 * User agents of programs that open pages but do not read. Maintained by hand, last on 2026-11-15. To find missing names,
 * look in the log for user agents with many views and no completed read. Most programs run no scripts and never send a
 * view.
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
