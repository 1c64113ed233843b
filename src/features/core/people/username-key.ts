export const USERNAME_MIN = 2
export const USERNAME_MAX = 20

/**
 * Names with the same key are the same name: keys are unique. Of two names that only look alike, the triggers users_look_alike_*
 * and profile_reviews_look_alike_new refuse the second.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC')
}
