import { setPasswordCost } from '#kernel/crypto/passwords.ts'

// As in the other test projects: a hash of the usual cost takes 0.1 s of CPU time, and each login
// as much.
setPasswordCost(4)
