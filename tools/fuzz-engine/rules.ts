import * as z from 'zod'
import type { OpenApiDocument, Operation, Schema } from './document.ts'
import type { Answer } from './exchange.ts'
import type { Target } from './target.ts'

export interface Asked {
  operation: Operation
  /** Whether the document describes this request: false if another method or URL was tried. */
  isDescribed: boolean
  isSignedIn: boolean
}

/** All problems of a response, as messages. */
export class Rules {
  readonly #document: OpenApiDocument
  readonly #target: Target
  readonly #shapes = new Map<object | string, z.ZodType>()

  constructor(document: OpenApiDocument, target: Target) {
    this.#document = document
    this.#target = target
  }

  problems(answer: Answer, asked: Asked): string[] {
    const { status, headers } = answer
    const { refusal, always } = this.#target
    const missing = always.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`)
    if (status >= 500) return [`${status}: ${shortened(answer)}`, ...missing]
    if (status < 100) return ['no status']
    const misfits = refusal && status >= 400 ? this.#misfits({ $ref: refusal }, answer) : []
    return [...missing, ...misfits, ...(asked.isDescribed ? this.#undescribed(answer, asked) : [])]
  }

  #undescribed(answer: Answer, { operation, isSignedIn }: Asked): string[] {
    const { status, headers, body } = answer
    if (operation.isGuarded && !isSignedIn && status < 400) return [`${status} without a login`]
    const { answers } = operation
    const described = answers[status] ?? answers[`${Math.floor(status / 100)}XX`] ?? answers.default
    if (!described) return [`${status} is not described: ${shortened(answer)}`]
    const types = Object.entries(described.content ?? {})
    if (types.length === 0) return body.length > 0 ? [`${status} has a body: ${shortened(answer)}`] : []
    const type = String(headers['content-type']).split(';')[0]
    const found = types.find(([name]) => name === '*/*' || name.split(';')[0] === type)
    if (!found) return [`${status} is ${type}, not ${types.map(([name]) => name).join(' or ')}`]
    const { schema } = found[1]
    return schema && type?.includes('json') ? this.#misfits(schema, answer) : []
  }

  #misfits(schema: Schema, { status, body }: Answer): string[] {
    let value: unknown
    try {
      value = JSON.parse(String(body))
    } catch {
      return [`${status} is not JSON`]
    }
    const { error } = this.#shape(schema).safeParse(value)
    return (error?.issues ?? [])
      .slice(0, 3)
      .map(({ path, message }) => `${status}, ${path.map(String).join('.') || 'the answer'}: ${message}`)
  }

  /** Cached: a document has a few hundred schemas. */
  #shape(schema: Schema): z.ZodType {
    const key = schema.$ref ?? schema
    const known = this.#shapes.get(key)
    if (known) return known
    const { openapi, components: { schemas = {} } = {} } = this.#document
    const [defaultTarget, names] = openapi.startsWith('3.0')
      ? (['openapi-3.0', 'definitions'] as const)
      : (['draft-2020-12', '$defs'] as const)
    const whole = JSON.stringify({ ...schema, [names]: schemas }).replaceAll('#/components/schemas/', `#/${names}/`)
    const made = z.fromJSONSchema(JSON.parse(whole), { defaultTarget })
    this.#shapes.set(key, made)
    return made
  }
}

function shortened({ body }: Answer): string {
  return String(body.subarray(0, 200))
}
