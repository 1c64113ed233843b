import { type Random, randomFrom } from '../../../scripts/seed/random.ts'

/**
 * Texts with a realistic distribution of words for search and rendering: a few words are common,
 * most are rare, and a third of the sentences is Chinese.
 */
export class Texts {
  readonly #random: Random
  readonly #words: string[]

  constructor(name: string) {
    this.#random = randomFrom(name)
    this.#words = [...COMMON, ...Array.from({ length: WORDS }, (_, n) => wordOf(n))]
  }

  title(): string {
    return this.#random.happens(1 / 3) ? this.#chinese(9) : capitalised(this.#english(6))
  }

  sentence(): string {
    return this.#random.happens(1 / 3)
      ? `${this.#chinese(14)}。`
      : `${capitalised(this.#english(11))}.`
  }

  /** About this many sentences, with headings and code. */
  body(sentences: number): string {
    const parts: string[] = []
    for (let n = 0; n < sentences; n += 4) {
      if (n > 0 && n % 16 === 0) parts.push(`<h2>${this.title()}</h2>`)
      if (n > 0 && n % 32 === 0)
        parts.push('<pre><code class="language-sql">SELECT energy FROM users</code></pre>')
      parts.push(
        `<p>${this.sentence()} ${this.sentence()} <strong>${this.#english(2)}</strong> ${this.sentence()}</p>`,
      )
    }
    return parts.join('')
  }

  #english(count: number): string {
    return Array.from({ length: count }, () => this.#rank(this.#words)).join(' ')
  }

  #chinese(count: number): string {
    return Array.from({ length: count }, () => this.#rank(CHINESE)).join('')
  }

  /** Draws item n about half as often as item n/2. */
  #rank(list: readonly string[]): string {
    return list[Math.floor(list.length ** this.#random.next()) - 1] ?? ''
  }
}

/** The number of rare words. */
const WORDS = 20_000
const COMMON =
  'the of energy and to in a is that for on with as it reading at by from edge this not are but what all when database can'.split(
    ' ',
  )
const CHINESE = [
  ...'的 我们 数据 一个 可以 这个 没有 因为 所以 读者 文章 能量 边缘 缓存 时间 问题 自己 知道 开始 已经 如果 但是 其实 东西'.split(
    ' ',
  ),
  ...'页面 请求 查询 索引 语言 代码 测试 设计 周末 咖啡 山路 相机 声音 光线 厨房 面包 火车 城市 图书 春天 朋友 工作 生活 记录'.split(
    ' ',
  ),
]

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo za'.split(' ')

/** The n-th rare word. */
function wordOf(n: number): string {
  const digits = (n + SYLLABLES.length).toString(SYLLABLES.length)
  return [...digits].map((digit) => SYLLABLES[Number.parseInt(digit, SYLLABLES.length)]).join('')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
