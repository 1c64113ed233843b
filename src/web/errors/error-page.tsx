import { type ErrorCode, errorMessage, isOurFault } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Drawing } from '#web/components/drawing.tsx'
import { LinkButton } from '#web/components/elements.tsx'

interface ErrorPageProps {
  status: number
  code: ErrorCode
  language: Language
  requestId: string
}

/** Shows what happened, and where to go from here. */
export function ErrorPage({ status, code, language, requestId }: ErrorPageProps) {
  const text = texts[language]
  const { heading, body } = wordsFor(code, language)
  const isOurs = isOurFault(code)
  return (
    <div class="empty centred">
      <Discharge broken={isOurs} />
      <p class="eyebrow">{status}</p>
      <h1>{heading}</h1>
      <p>{body}</p>
      <div class="form-actions">
        <LinkButton kind="primary" href="/" label={text.toHome} />
      </div>
      {isOurs && (
        <p class="faint">
          {text.requestId} <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}

/** The title of an error page. Titles are not sentences, so they have no full stop. */
export function errorTitle(code: ErrorCode, language: Language): string {
  const { heading, body } = wordsFor(code, language)
  return heading === texts[language].refusedHeading ? body.replace(/[.。]$/, '') : heading
}

function wordsFor(code: ErrorCode, language: Language): { heading: string; body: string } {
  const text = texts[language]
  if (code === 'not_found') return { heading: text.missingHeading, body: text.missing }
  if (code === 'internal') return { heading: text.brokenHeading, body: text.broken }
  if (code === 'unavailable') return { heading: text.outageHeading, body: text.outage }
  if (code === 'search_unavailable') return { heading: text.searchHeading, body: text.search }
  return { heading: text.refusedHeading, body: errorMessage(code, language) }
}

const texts = bilingual({
  toHome: ['返回首页', 'Go to home page'],
  requestId: ['请求编号', 'Request ID'],
  missingHeading: ['页面不存在', 'Page not found'],
  missing: [
    '你访问的页面可能已被删除或移动。请检查地址，或返回首页。',
    'The page may have been deleted or moved. Check the address, or start again from the home page.',
  ],
  brokenHeading: ['服务器出错了', 'Something went wrong'],
  broken: [
    '请稍后再试。如果问题持续出现，请把下面的请求编号发给我们。',
    'The server had a problem. Please try again later. If it keeps happening, send us the request ID below.',
  ],
  outageHeading: ['暂时无法访问', 'Temporarily unavailable'],
  outage: [
    '部分服务暂时不可用，请稍后刷新页面。如果问题持续出现，请把下面的请求编号发给我们。',
    'Part of the site is unavailable right now. Please reload in a moment. If it keeps happening, send us the request ID below.',
  ],
  searchHeading: ['搜索暂时不可用', 'Search is unavailable'],
  search: [
    '请稍后再试，文章和其他页面不受影响。',
    'Please try again later. Posts and all other pages still work.',
  ],
  refusedHeading: ['操作未成功', 'That did not work'],
})

/** An empty battery, as decoration. For server errors it has a spark. */
function Discharge({ broken }: { broken: boolean }) {
  return (
    <Drawing class="illustration discharge" viewBox="0 0 220 130">
      <rect class="case" x="14" y="26" width="172" height="86" rx="20" />
      <path class="case" d="M192 54v30" />
      {broken ? (
        <path class="spark" d="m108 36-26 38h22l-8 30 34-42h-23l9-26Z" />
      ) : (
        <>
          <rect class="charge" x="30" y="42" width="16" height="54" rx="8" />
          <path class="empty-cells" d="M64 69h.1m29.9 0h.1m29.9 0h.1m29.9 0h.1" />
        </>
      )}
    </Drawing>
  )
}
