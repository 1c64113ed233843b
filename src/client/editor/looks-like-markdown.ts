/** Whether a plain text is probably Markdown. One clear sign is enough, because a wrong guess can be undone. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r?\n/)
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  return (
    /^(?:```|~~~)/m.test(text) ||
    // A single # before other lines is a comment in many languages.
    lines.some((line, index) => /^#{1,6} \S/.test(line) && (line.startsWith('##') || !lines[index + 1]?.trim())) ||
    lines.some((line, index) => line.includes('|') && isTableRule(lines[index + 1] ?? '')) ||
    count(/^\s*[-*+] \[[ xX]\] /) > 0 ||
    count(/^> ?\S/) > 0 ||
    count(/^\s{0,3}[-*+] \S/) > 1 ||
    count(/^\s{0,3}\d{1,3}[.)] \S/) > 1 ||
    /\[[^[\]\n]+\]\((?:https?:|\/|mailto:)[^)\s]/.test(text) ||
    /(?:^|[\s（(，。])(?:\*\*|__)[^\s*_][^\n]*?(?:\*\*|__)/.test(text) ||
    /(?:^|[\s（(，。])`[^`\n]+`/.test(text)
  )
}

/** The line below the head of a table: `|---|:--|`. */
function isTableRule(line: string): boolean {
  return /^[-\s:|]+$/.test(line) && line.includes('--')
}
