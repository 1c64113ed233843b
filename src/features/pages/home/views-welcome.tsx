import type { Brand } from '#features/core/identity/identity.ts'
import { welcomeCloser } from '#features/pages/home/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Icon, LinkButton } from '#web/components/elements.tsx'

/** One line that introduces the site to visitors. client/first/reading.ts hides it for visitors who closed it. */
export function Welcome({ brand, language }: { brand: Brand; language: Language }) {
  const text = welcomeTexts[language]
  return (
    <section class="welcome" aria-label={text.label}>
      <p>{brand.isOwn ? brand.tagline : text.heading}</p>
      <LinkButton href="/register" kind="small" label={text.join} />
      <a href="/help">{text.more}</a>
      <button type="button" class="button quiet icon needs-script" aria-label={text.close} {...welcomeCloser()}>
        <Icon name="close" />
      </button>
    </section>
  )
}

const welcomeTexts = bilingual({
  'zh-CN': {
    label: '欢迎',
    heading: '写下所想，为好文章充能',
    join: '加入我们',
    more: '等级与能量',
    close: '关闭',
  },
  en: {
    label: 'Welcome',
    heading: 'Write what matters. Energize what moves you.',
    join: 'Join us',
    more: 'How it works',
    close: 'Close',
  },
})
