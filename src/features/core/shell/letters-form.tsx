import { createContext, useContext } from 'hono/jsx'
import { zoneField } from '#features/core/shell/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { EMAIL_MAX } from '#kernel/sizes.ts'
import { Button } from '#web/components/elements.tsx'

/** Whether the site sends letters. Memoised components must get it as a prop. */
export const LettersContext = createContext(false)

const lettersFormTexts = bilingual({
  placeholder: ['你的邮箱', 'you@example.com'],
  submit: ['订阅', 'Subscribe'],
  forms: {
    site: [() => '用邮箱接收新文章', () => 'Get new posts by e-mail'],
    author: [
      (name: string) => `用邮箱接收 ${name} 的新文章`,
      (name: string) => `Get new posts by ${name} by e-mail`,
    ],
    tag: [
      (name: string) => `用邮箱接收 #${name} 的新文章`,
      (name: string) => `Get new posts in #${name} by e-mail`,
    ],
    series: [
      (name: string) => `用邮箱接收《${name}》的新文章`,
      (name: string) => `Get new parts of “${name}” by e-mail`,
    ],
  },
})

type Kind = 'site' | 'author' | 'tag' | 'series'

export function TopicFields({ kind, ref }: { kind: Kind; ref: string }) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="ref" value={ref} />
    </>
  )
}

interface LettersFormProps {
  kind: Kind
  /** The uid of an author, the name of a tag or the id of a series. */
  of?: string
  name?: string
  isSignedIn: boolean
  language: Language
  isOn?: boolean
  /** The id of the field. The footer has a second form, so the ids must differ. */
  id?: string
}

/**
 * A form that works without JavaScript. Members have one button instead of a field, because they
 * have proven their address.
 */
export function LettersForm(props: LettersFormProps) {
  const {
    kind,
    of = '',
    name = '',
    isSignedIn,
    language,
    isOn = useContext(LettersContext),
    id = 'letters',
  } = props
  if (!isOn) return null
  const text = lettersFormTexts[language]
  const title = text.forms[kind](name)
  return (
    <form class="letters-form row" method="post" action={isSignedIn ? '/letters/mine' : '/letters'}>
      <TopicFields kind={kind} ref={of} />
      {isSignedIn ? (
        <Button type="submit" name="cadence" value="each" kind="small" label={title} />
      ) : (
        <>
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
              maxlength={EMAIL_MAX}
              required
            />
            <Button type="submit" label={text.submit} />
          </span>
        </>
      )}
    </form>
  )
}
