import { attach } from '#client/attach.ts'
import { solveChallenge } from '#client/behaviors/account/solve-challenge.ts'

attach(solveChallenge)
