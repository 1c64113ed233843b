import * as z from 'zod'
import { CODE_INPUT_MAX } from '#features/accounts/invitations/invitations.ts'
import { UsernameInput } from '#features/accounts/profiles/usernames.ts'
import { SOLUTION_MAX } from '#features/accounts/registration/proof-of-work.ts'
import { MeShape } from '#features/core/people/user-ref.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { EmailInput } from '#kernel/email-address.ts'
import { problem, text } from '#kernel/fields.ts'

export const SessionShape = z
  .object({
    user: MeShape,
    access_token: z.string(),
    refresh_token: z.string(),
    expires_in: z.int(),
    csrf_token: z.string(),
  })
  .meta({ id: 'Session' })

const NewPasswordInput = text({ min: PASSWORD_MIN, max: PASSWORD_MAX, trim: false }).superRefine(
  (value, context) => {
    if (value !== '' && isGuessable(value)) context.addIssue(problem('guessable'))
  },
)

/** An existing password. Any text is accepted, because it is only compared. */
export const PasswordInput = text({ min: 1, max: 1000, trim: false })
/** The body of a sensitive action. The password may be left out in a fresh session. */
export const OwnPasswordInput = z.object({ password: PasswordInput.optional() })

/**
 * A text that may be left out. An empty text counts as left out, because HTML forms also send empty
 * fields.
 */
const optionalText = (max: number) =>
  text({ max })
    .transform((value) => value || undefined)
    .optional()

/** The solved challenge of `GET /api/auth/challenge`, as base64 JSON, or the token of Turnstile. */
export const SolutionInput = optionalText(SOLUTION_MAX)

export const CheckEmailInput = z.object({ email: EmailInput })
export const RegisterInput = z.object({
  email: EmailInput,
  password: NewPasswordInput,
  username: UsernameInput.optional(),
  invitation: optionalText(CODE_INPUT_MAX),
  challenge: SolutionInput,
})
export const LoginInput = z.object({ email: EmailInput, password: PasswordInput })
/** A code of the authenticator app, or a recovery code. */
export const CodeInput = text({ min: 1, max: 50 })
export const VerifyLoginInput = z.object({ challenge: text({ min: 1, max: 100 }), code: CodeInput })
export const RestoreInput = z.object({ restore_token: text({ min: 1, max: 500 }) })
export const TokenInput = z.object({ token: text({ min: 1, max: 100 }) })
/**
 * A link that is used without a session of the account needs a new password, or says that the
 * account belongs to another person.
 */
export const VerifyEmailInput = TokenInput.extend({
  new_password: NewPasswordInput.optional(),
  not_mine: z.boolean().optional(),
})
export const ForgotInput = z.object({ email: EmailInput, challenge: SolutionInput })
export const ResetInput = TokenInput.extend({ new_password: NewPasswordInput })
export const ChangeEmailInput = z.object({ email: EmailInput, password: PasswordInput.optional() })
export const ClaimInput = TokenInput.extend({ username: UsernameInput.optional() })
export const RefreshInput = z.object({ refresh_token: text({ max: 500 }).optional() })
export const ChangePasswordInput = z.object({
  current_password: PasswordInput.optional(),
  new_password: NewPasswordInput,
})
