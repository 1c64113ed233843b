/** The title is not in the text, and there are three levels below it. Readers see it the same way (kernel/html/readable.ts). */
export function withinLevels(html: string): string {
  const down = /<h1[\s>]/i.test(html) ? 1 : 0
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_, slash: string, level: string) => {
    return `<${slash}h${Math.min(4, Number(level) + down)}`
  })
}
