/** Parts of the passwords that lists of stolen ones begin with, the longer ones first. No rule: whoever uses one is asked. */
export const COMMON =
  'passw0rd password p@ssword iloveyou woaini1314 sunshine princess football baseball superman batman trustno1 starwars whatever ' +
  'computer internet michelle jennifer jordan23 woaini 5201314 a123456 abc123 abcd1234 aa123456 123qwe qwe123 1q2w3e4r 1q2w3e zaq12wsx ' +
  'qazwsx qwerty asdfgh zxcvbn letmein welcome monkey dragon master shadow hunter freedom secret admin login hello summer winter ' +
  'killer pepper ginger charlie daniel thomas michael ashley jessica andrea samsung google facebook pokemon naruto liverpool chelsea ' +
  'arsenal 123456 654321 123123 112233 121212 111111 222222 666666 888888 000000 520520 131452'
