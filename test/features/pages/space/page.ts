import type { Client, TestResponse } from '#test/world.ts'

/** The visible text of the main element of a page. */
export function wordsOf({ text }: TestResponse): string {
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The titles of the posts that a page lists, in order. */
export function titlesIn({ text }: TestResponse): string[] {
  return [...text.matchAll(/<h2[^>]*><a href="\/posts\/\d+">([^<]*)</g)].map(([, title]) => title ?? '')
}

/** The URL of the "load more" link. */
export function nextIn({ text }: TestResponse): string | null {
  return /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** All pages of a list, from this path on. */
export async function pagesFrom(by: Client, path: string): Promise<TestResponse[]> {
  const pages: TestResponse[] = []
  for (let next: string | null = path; next !== null; next = nextIn(pages.at(-1) as TestResponse)) {
    pages.push(await by.get(next))
  }
  return pages
}
