/** The languages that a code block can be marked as, by the name in its `language-…` class. */
export const CODE_LANGUAGES = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  xml: 'HTML, XML',
  ini: 'INI, TOML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  latex: 'LaTeX',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  nginx: 'Nginx',
  php: 'PHP',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  yaml: 'YAML',
} as const

export type CodeLanguage = keyof typeof CODE_LANGUAGES

/** Which of them is meant, also by the other names that people write after three backticks; null for any other. */
export function codeLanguageOf(name: string): CodeLanguage | null {
  const lower = name.toLowerCase()
  if (Object.hasOwn(CODE_LANGUAGES, lower)) return lower as CodeLanguage
  return ALIASES.get(lower) ?? null
}

const ALIASES: ReadonlyMap<string, CodeLanguage> = new Map(
  Object.entries({
    bash: 'sh shell zsh console shellsession',
    cpp: 'c++ cc cxx hpp',
    csharp: 'c# cs',
    dockerfile: 'docker',
    go: 'golang',
    xml: 'html xhtml svg vue rss atom',
    ini: 'toml conf cfg properties',
    javascript: 'js jsx mjs cjs node',
    json: 'json5 jsonc',
    kotlin: 'kt',
    latex: 'tex',
    makefile: 'make mk',
    markdown: 'md mdx',
    python: 'py py3',
    ruby: 'rb',
    rust: 'rs',
    scss: 'sass less',
    sql: 'mysql postgres postgresql sqlite pgsql',
    typescript: 'ts tsx mts cts',
    yaml: 'yml',
    diff: 'patch',
    c: 'h',
    java: 'jsp',
  } satisfies Partial<Record<CodeLanguage, string>>).flatMap(([language, names]) =>
    names.split(' ').map((alias) => [alias, language as CodeLanguage] as const),
  ),
)
