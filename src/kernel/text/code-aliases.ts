/** The language of a name or alias, or null if it is unknown. */
export function codeLanguageOf(name: string): CodeLanguage | null {
  const known = name.toLowerCase()
  const meant = ALIASES.get(known) ?? known
  return isCodeLanguage(meant) ? meant : null
}

function isCodeLanguage(name: string): name is CodeLanguage {
  return Object.hasOwn(CODE_LANGUAGES, name)
}

const ALIASES: ReadonlyMap<string, CodeLanguage> = new Map(
  Object.entries({
    bash: 'sh shell zsh console shell-session',
    c: 'h',
    cpp: 'c++ cc cxx hpp',
    csharp: 'c# cs',
    diff: 'patch',
    dockerfile: 'docker',
    go: 'golang',
    graphql: 'gql',
    ini: 'toml',
    javascript: 'js jsx mjs cjs',
    json: 'jsonc json5',
    kotlin: 'kt kts',
    latex: 'tex',
    makefile: 'make mk',
    markdown: 'md mdx',
    python: 'py python3',
    ruby: 'rb',
    rust: 'rs',
    scss: 'sass less',
    sql: 'sqlite mysql postgresql postgres pgsql',
    typescript: 'ts tsx mts cts',
    xml: 'html xhtml svg vue rss atom',
    yaml: 'yml',
  } satisfies Partial<Record<CodeLanguage, string>>).flatMap(([language, names]) =>
    names.split(' ').map((name): [string, CodeLanguage] => [name, language as CodeLanguage]),
  ),
)

/** Languages that code blocks can be highlighted in, by the name in the `language-…` class. */
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
