import type { UnsubscribeText } from '#features/core/mail/text.ts'
import { Mark } from '#features/core/shell/mark.tsx'

interface UnsubscribeProps {
  text: UnsubscribeText
  state: 'asks' | 'done' | 'dead'
  token: string
}

export function UnsubscribeView({ text, state, token }: UnsubscribeProps) {
  return (
    <div class="account">
      <div class="account-head">
        <Mark />
        <h1>{text.title}</h1>
      </div>
      <div class="card stack">
        <p class="soft">{text[state]}</p>
        {state === 'asks' ? (
          <form class="form" method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
            <button type="submit" class="button primary wide">
              {text.submit}
            </button>
          </form>
        ) : (
          <a class="button wide" href="/settings?tab=notifications">
            {text.settings}
          </a>
        )}
      </div>
    </div>
  )
}
