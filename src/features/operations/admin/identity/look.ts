import * as z from 'zod'
import { type Database, group } from '#db/client.ts'
import { changeColumns, type IdentityColumns } from '#features/core/identity/change.ts'
import { type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { cssChange, ownCss } from '#features/core/identity/own-css.ts'
import {
  ColourInput,
  ThemeInput,
  ThemeShape,
  themeColumns,
  themeOf,
} from '#features/core/identity/theme.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { AuditActor } from '#features/core/site/audit-log.ts'
import {
  type LogoStorage,
  storedLogo,
  WITHOUT_LOGO,
} from '#features/operations/admin/identity/logos.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { LOGO_KINDS, type LogoKind } from '#kernel/look/logos.ts'

/** The whole look of a site as one file. Missing parts stay as they are. */
export const LookInput = z
  .object({
    version: z.literal(1),
    accent: ColourInput,
    theme: ThemeInput,
    css: z.string(),
    logos: z.partialRecord(z.enum(LOGO_KINDS), z.string().nullable()),
  })
  .partial()

const logo = z.string().nullable()

export const LookShape = z
  .object({
    version: z.literal(1),
    accent: z.string().nullable(),
    theme: ThemeShape,
    css: z.string(),
    logos: z
      .object({ square: logo, wide: logo, dark: logo })
      .describe('The files as `data:` URLs. Null if the site has no such logo.'),
  })
  .meta({ id: 'SiteLook' })

/** The identity with the style sheet, which pages do not read. */
export const identityWithCss = group(
  { identity: wholeIdentity, css: ownCss },
  ({ identity, css: [style] }) => ({ identity, css: style?.css ?? '' }),
)

export async function exportLook(
  db: Database,
  bucket: R2Bucket,
): Promise<z.input<typeof LookShape>> {
  const { identity, css } = await db.read(identityWithCss)
  const { accent, logo_key, logo_large_key, logo_wide_key, logo_dark_key } = identity
  const square = await dataUrlOf(bucket, logo_large_key, SQUARE_BYTES_MAX)
  return {
    version: 1,
    accent,
    theme: themeOf(identity),
    css,
    logos: {
      square: square ?? (await dataUrlOf(bucket, logo_key)),
      wide: await dataUrlOf(bucket, logo_wide_key),
      dark: await dataUrlOf(bucket, logo_dark_key),
    },
  }
}

/**
 * A larger PNG is exported as the small WebP, so that the file fits into the body of a request when
 * it is imported.
 */
const SQUARE_BYTES_MAX = 400_000

async function dataUrlOf(
  bucket: R2Bucket,
  key: string | null,
  most = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  const file = key === null ? null : await orUnavailable(() => bucket.get(key))
  if (file === null || file.size > most) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = key?.endsWith('.png') ? 'image/png' : 'image/webp'
  return `data:${type};base64,${base64Of(bytes)}`
}

/** In pieces, because the number of arguments of a function is limited. */
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}

const PIECE = 8192

/** Applies a look. Everything is checked before anything is changed. */
export async function applyLook(
  db: Database,
  storage: LogoStorage,
  owner: Viewer & AuditActor,
  { accent, theme, css, logos = {} }: z.output<typeof LookInput>,
  now: Date,
): Promise<Identity> {
  const style = css === undefined ? null : await cssChange(css, now)
  const files = LOGO_KINDS.flatMap((kind) => {
    const url = logos[kind]
    if (url === undefined) return []
    const file = url === null ? null : bytesOf(kind, url)
    return [{ kind, file }]
  })
  const columns: IdentityColumns = { ...style?.columns, ...(theme && themeColumns(theme)) }
  if (accent !== undefined) columns.accent = accent
  for (const { kind, file } of files)
    Object.assign(
      columns,
      file === null
        ? WITHOUT_LOGO[kind]
        : await storedLogo(db, storage, owner, { kind, file }, now),
    )
  return changeColumns(db, owner, () => columns, style?.statements ?? [], now)
}

function bytesOf(kind: LogoKind, url: string): Uint8Array {
  try {
    const [, base64 = ''] =
      /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(url) ?? []
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    if (bytes.length > 0) return bytes
  } catch {}
  throw new AppError('validation_failed', {
    fields: { [`logos.${kind}`]: fieldProblem('invalid') },
  })
}
