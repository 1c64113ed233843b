import { JouleError } from './error.ts'

/**
 * The tokens of a login, to be stored between runs. A personal access token has no `refresh_token`.
 */
export interface Tokens {
  access_token: string
  refresh_token?: string
}

export interface Session {
  readonly tokens: Tokens | null
  /** Replaces the tokens. Null ends the session. */
  keep(tokens: Tokens | null): void
  /**
   * Exchanges expired tokens for new ones. Concurrent calls with the same tokens share one request.
   * Returns whether newer tokens exist now.
   */
  renew(worn: Tokens): Promise<boolean>
}

export function sessionOf(
  given: Tokens | null,
  refresh: (refreshToken: string) => Promise<Tokens>,
  tell: (tokens: Tokens | null) => void,
): Session {
  let tokens = given
  let renewing: Promise<void> | undefined

  function keep(next: Tokens | null): void {
    const { access_token, refresh_token } = next ?? {}
    tokens =
      access_token === undefined
        ? null
        : { access_token, ...(refresh_token !== undefined && { refresh_token }) }
    tell(tokens)
  }

  async function exchange(refreshToken: string): Promise<void> {
    try {
      keep(await refresh(refreshToken))
    } catch (error) {
      // Only a refusal ends the session. After a network error the tokens may still be valid.
      if (!(error instanceof JouleError) || error.status !== 401) throw error
      keep(null)
    }
  }

  return {
    get tokens() {
      return tokens
    },
    keep,
    async renew(worn) {
      if (tokens === worn && worn.refresh_token !== undefined) {
        renewing ??= exchange(worn.refresh_token).finally(() => {
          renewing = undefined
        })
        await renewing
      }
      return tokens !== null && tokens !== worn
    },
  }
}
