export const USERNAME_MIN = 2
export const USERNAME_MAX = 20

/**
 * Names with the same key are the same name: keys are unique. The triggers users_look_alike_* and
 * profile_reviews_look_alike_new also refuse names in which only l, I, 1, o and 0 differ;
 * profiles/usernames.ts has the other names that readers confuse.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC')
}
