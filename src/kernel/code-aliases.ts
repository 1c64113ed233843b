import { CODE_LANGUAGES, type CodeLanguage } from '#kernel/code-languages.ts'

/** The language for a name or alias. */
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
