import type { Brand } from '#features/core/identity/identity.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/button.tsx'
import { Drawing } from '#web/components/drawing.tsx'

/** Introduces the site to visitors, above the posts. Uses the tagline of the owner if there is one. */
export function Welcome({ brand, language }: { brand: Brand; language: Language }) {
  const text = welcomeTexts[language]
  return (
    <section class="welcome">
      <div class="welcome-words">
        <h1>{brand.isOwn ? brand.tagline : text.heading}</h1>
        <p>{text.lead}</p>
        <div class="form-actions">
          <LinkButton href="/register" kind="primary" label={text.join} />
          <LinkButton href="/help" label={text.more} />
        </div>
      </div>
      <Sunrise />
    </section>
  )
}

const HORIZON = 330
const LEVELS = [0, 1, 2, 3, 4, 5, 6]

/** Decorative image: seven levels rise to a spark in front of a sun. */
function Sunrise() {
  const places = LEVELS.map(pointOf)
  return (
    <Drawing class="sunrise" viewBox="0 0 480 350">
      {[100, 150, 200].map((radius) => (
        <path class={radius === 100 ? 'sun' : 'ray'} d={halfCircle(radius)} />
      ))}
      {places.map(({ x, y }) => (
        <path class="stem" d={`M${x} ${HORIZON}V${y}`} />
      ))}
      <path class="climb" d="M48 292C190 282 340 236 432 96" />
      {places.map(({ x, y }, level) => (
        <circle class={`lv${level}`} cx={x} cy={y} r={8 + level * 1.5} />
      ))}
      <path class="spark" d="M432 0q5 27 32 32-27 5-32 32-5-27-32-32 27-5 32-32Z" />
      <path class="horizon" d={`M16 ${HORIZON}h448`} />
    </Drawing>
  )
}

function halfCircle(radius: number): string {
  return `M${240 - radius} ${HORIZON}a${radius} ${radius} 0 0 1 ${radius * 2} 0Z`
}

// Points on the curve above at equal horizontal steps.
function pointOf(level: number) {
  const x = 48 + level * 64
  const t = (x - 48) / (432 - 48)
  const bezier = (a: number, b: number, c: number, d: number) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d
  return { x: Math.round(bezier(48, 190, 340, 432)), y: Math.round(bezier(292, 282, 236, 96)) }
}

const welcomeTexts = bilingual({
  'zh-CN': {
    heading: '写下所想，\n为好文章充能',
    lead: '一个安静的写作与阅读社区。每天积攒能量，送给你欣赏的文章。',
    join: '加入我们',
    more: '了解等级与能量',
  },
  en: {
    heading: 'Write what matters.\nEnergize what moves you.',
    lead: 'A calm community for writing and reading. Earn energy every day and give it to the posts you value.',
    join: 'Join us',
    more: 'How levels and energy work',
  },
})
