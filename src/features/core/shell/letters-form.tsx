import { createContext, useContext } from 'hono/jsx'
import { zoneField } from '#features/core/shell/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

/** Whether the site sends letters. Memoised components must get it as a prop. */
export const LettersContext = createContext(false)

const lettersFormTexts = bilingual({
  email: ['邮箱', 'E-mail'],
  placeholder: ['你的邮箱', 'you@example.com'],
  submit: ['订阅', 'Subscribe'],
  forms: {
    site: ['用邮箱接收新文章', 'Get new posts by e-mail'],
    author: [(name: string) => `用邮箱接收 ${name} 的新文章`, (name: string) => `Get new posts by ${name} by e-mail`],
    tag: [(name: string) => `用邮箱接收 #${name} 的新文章`, (name: string) => `Get new posts in #${name} by e-mail`],
    series: [
      (name: string) => `用邮箱接收《${name}》的新文章`,
      (name: string) => `Get new parts of “${name}” by e-mail`,
    ],
  },
})

interface LettersFormProps {
  kind: 'site' | 'author' | 'tag' | 'series'
  /** uid, tag name or id of a series. */
  of?: string
  name?: string
  isSignedIn: boolean
  language: Language
  isOn?: boolean
}

/**
 * Subscribes an address to letters, without JavaScript. Members have one button, because their address is proven. The page that
 * answers has the other choices.
 */
export function LettersForm({
  kind,
  of = '',
  name = '',
  isSignedIn,
  language,
  isOn = useContext(LettersContext),
}: LettersFormProps) {
  if (!isOn) return null
  const text = lettersFormTexts[language]
  const title = kind === 'site' ? text.forms.site : text.forms[kind](name)
  const topic = (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="ref" value={of} />
    </>
  )
  if (isSignedIn)
    return (
      <form class="letters-form" method="post" action="/letters/mine">
        {topic}
        <input type="hidden" name="cadence" value="each" />
        <button type="submit" class="button small">
          {title}
        </button>
      </form>
    )
  const id = `letters-${kind}`
  return (
    <form class="letters-form" method="post" action="/letters">
      {topic}
      <input type="hidden" name="time_zone" {...zoneField()} />
      <label for={id}>{title}</label>
      <span class="letters-line">
        <input
          class="input"
          id={id}
          type="email"
          name="email"
          placeholder={text.placeholder}
          autocomplete="email"
          maxlength={254}
          required
        />
        <button type="submit" class="button">
          {text.submit}
        </button>
      </span>
    </form>
  )
}
