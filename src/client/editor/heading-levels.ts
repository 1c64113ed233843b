/**
 * The title is not part of the body, which has three heading levels below it. kernel/html/readable.ts does the same for
 * readers.
 */
export function withinLevels(html: string): string {
  const down = /<h1[\s>]/i.test(html) ? 1 : 0
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_, slash: string, level: string) => {
    return `<${slash}h${Math.min(4, Number(level) + down)}`
  })
}
