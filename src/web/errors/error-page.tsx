import { type ErrorCode, errorMessage, isOurFault } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Drawing } from '#web/components/drawing.tsx'

interface ErrorPageProps {
  status: number
  code: ErrorCode
  language: Language
  requestId: string
}

/** Says what happened, whose fault it is, and where to go from here. */
export function ErrorPage({ status, code, language, requestId }: ErrorPageProps) {
  const text = texts[language]
  const { heading, body } = wordsFor(code, language)
  const isOurs = isOurFault(code)
  return (
    <div class="empty">
      <Discharge broken={isOurs} />
      <p class="eyebrow">{status}</p>
      <h1>{heading}</h1>
      <p>{body}</p>
      <div class="form-actions">
        <a class="button primary" href="/">
          {text.toHome}
        </a>
      </div>
      {isOurs && (
        <p class="faint">
          {text.requestId} <code>{requestId}</code>
        </p>
      )}
    </div>
  )
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
  'zh-CN': {
    toHome: '回到首页',
    requestId: '请求编号',
    missingHeading: '这里没有能量反应',
    missing: '你要找的页面不存在，或者已经被移走了。检查一下地址，或者回到首页重新出发。',
    brokenHeading: '我们这边短路了',
    broken: '服务器出了点问题，不是你的错。请稍后再试；如果一直这样，请把下面的请求编号告诉我们。',
    outageHeading: '电压不太稳',
    outage: '网站的一部分暂时连不上，不是你的错。请稍等片刻再刷新；如果一直这样，请把下面的请求编号告诉我们。',
    searchHeading: '搜索暂时不可用',
    search: '搜索现在连不上，请稍后再试。文章和其他页面都可以照常阅读。',
    refusedHeading: '这一步没有成功',
  },
  en: {
    toHome: 'Go to the home page',
    requestId: 'Request id',
    missingHeading: 'No energy found here',
    missing:
      'The page you are looking for does not exist, or has moved. Check the address, or start again from the home page.',
    brokenHeading: 'We had a short circuit',
    broken:
      'Something went wrong on our side; it is not your fault. Please try again later. If it keeps happening, tell us the request id below.',
    outageHeading: 'The voltage is low',
    outage:
      'A part of the site cannot be reached right now; it is not your fault. Please reload in a moment. If it keeps happening, tell us the request id below.',
    searchHeading: 'Search is down right now',
    search: 'Search cannot be reached at the moment. Please try again later; posts and all other pages can be read.',
    refusedHeading: 'That did not work',
  },
})

/** A battery with nothing in it; where something is broken, a spark jumps across. Decoration. */
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
