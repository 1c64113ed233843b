import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorMessage } from '#kernel/errors.ts'
import { ALL_LANGUAGES, bilingual, chooseLanguage } from '#kernel/i18n.ts'
import { isPagePath } from '#web/paths.ts'

const RETRY_AFTER_SECONDS = '5'

/**
 * Responds in place of the Worker, which cannot be reached, as the Worker responds to an outage
 * (`web/errors`): with JSON under `/api`, with a page elsewhere.
 */
export function respondUnavailable(asked: IncomingMessage, response: ServerResponse): void {
  const { url = '/', method, headers } = asked
  // The client reads the response after it has sent the body.
  asked.resume()
  // The languages of the site are in its database, which this process cannot ask now.
  const language = chooseLanguage(ALL_LANGUAGES, {
    cookie: /(?:^|;\s*)lang=([\w-]+)/.exec(headers.cookie ?? '')?.[1],
    acceptLanguage: headers['accept-language'],
  })
  const requestId = randomUUID()
  const message = errorMessage('unavailable', language)
  const isPage = isPagePath(url.split('?')[0] ?? '/', method)
  const text = texts[language]
  response
    .writeHead(503, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Retry-After': RETRY_AFTER_SECONDS,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    })
    .end(
      isPage
        ? `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${text.heading}</title>
<h1>${text.heading}</h1>
<p>${message}
<p>${text.requestId} <code>${requestId}</code>
`
        : JSON.stringify({ error: { code: 'unavailable', message: `${message} (${requestId})` } }),
    )
}

const texts = bilingual({
  heading: ['暂时无法访问', 'Temporarily unavailable'],
  requestId: ['请求编号', 'Request ID'],
})
